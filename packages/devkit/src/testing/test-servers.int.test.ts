import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';

import { lendDatabase } from './lend-database.js';
import { currentTestRun, testServers } from './test-servers.js';

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

describe('lendDatabase', () => {
  it('lends what was given back empty, with its indexes, and to one at a time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadbridge-test-'));
    const run = { ...currentTestRun(), freeDatabases: folder };
    const first = await lendDatabase(run);
    const client = await MongoClient.connect(first.mongodbUri);
    try {
      const rows = client.db().collection('rows_of_a_test');
      await rows.createIndex({ at: 1 });
      await rows.insertOne({ at: 1 });
      await first.giveBack();
      const lent = await Promise.all(Array.from({ length: 8 }, async () => lendDatabase(run)));
      const addresses = lent.map(({ mongodbUri }) => mongodbUri);
      expect(new Set(addresses).size).toBe(addresses.length);
      expect(addresses).toContain(first.mongodbUri);
      expect(await rows.countDocuments()).toBe(0);
      expect((await rows.indexes()).map(({ name }) => name)).toEqual(['_id_', 'at_1']);
    } finally {
      await client.close();
      await rm(folder, { recursive: true });
    }
  });
});
