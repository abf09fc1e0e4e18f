import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';

import { testServers } from './test-servers.js';

describe('testServers', () => {
  it('gives a MongoDB with transactions and a database of its own', async () => {
    const servers = testServers();
    const client = await MongoClient.connect(servers.mongodbUri);
    try {
      const rows = client.db().collection('rows');
      await client.withSession((session) =>
        session.withTransaction(async () => {
          await rows.insertOne({ kept: true }, { session });
        }),
      );
      expect(await rows.countDocuments()).toBe(1);

      const other = client.db(new URL(testServers().mongodbUri).pathname.slice(1));
      expect(other.databaseName).not.toBe(client.db().databaseName);
      expect(await other.collection('rows').countDocuments()).toBe(0);
    } finally {
      await client.close();
    }
  });

  it('gives a Redis and a prefix of its own', async () => {
    const { redisUrl, redisKeyPrefix } = testServers();
    const redis = new Redis(redisUrl);
    try {
      expect(await redis.ping()).toBe('PONG');
      expect(redisKeyPrefix).toMatch(/^[^:]+$/);
      expect(redisKeyPrefix).not.toBe(testServers().redisKeyPrefix);
    } finally {
      redis.disconnect();
    }
  });
});
