import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';

import type { TestRun } from './test-servers.js';

async function dropDatabases(run: TestRun): Promise<void> {
  const client = new MongoClient(run.mongodbUri);
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) {
      if (name.startsWith(run.name)) {
        await client.db(name).dropDatabase();
      }
    }
  } finally {
    await client.close();
  }
}

async function deleteKeys(run: TestRun): Promise<void> {
  const redis = new Redis(run.redisUrl);
  try {
    for await (const keys of redis.scanStream({ match: `${run.name}*`, count: 1000 }) as AsyncIterable<
      string[]
    >) {
      if (keys.length > 0) {
        await redis.unlink(...keys);
      }
    }
  } finally {
    redis.disconnect();
  }
}

/** Removes the databases and keys of a test run from servers that live on after it. */
export async function removeTestData(
  run: TestRun,
  where: { mongodb: boolean; redis: boolean },
): Promise<void> {
  if (where.mongodb) {
    await dropDatabases(run);
  }
  if (where.redis) {
    await deleteKeys(run);
  }
}
