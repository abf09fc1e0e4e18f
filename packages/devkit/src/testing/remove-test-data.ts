import { setTimeout as delay } from 'node:timers/promises';

import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';

import { testFileOf, type TestRun } from './test-servers.js';

async function dropDatabases(
  run: TestRun,
  isOver: (database: string, all: readonly string[]) => boolean,
): Promise<void> {
  const client = new MongoClient(run.mongodbUri);
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    const names = databases.map(({ name }) => name).filter((name) => name.startsWith(run.name));
    for (const name of names.filter((each) => isOver(each, names))) {
      await client.db(name).dropDatabase();
    }
  } finally {
    await client.close();
  }
}

const dropEveryMs = 3_000;

/**
 * Drops the databases of test files that have ended, all the while: a run makes hundreds of them, each of more than a hundred files, and a
 * process may open 20,000 on some machines. Returns a function that ends it.
 */
export function dropEndedDatabases(run: TestRun): () => Promise<void> {
  const stopping = new AbortController();
  const pause = async (): Promise<boolean> =>
    delay(dropEveryMs, true, { signal: stopping.signal }).catch(() => false);

  async function repeat(): Promise<void> {
    while (await pause()) {
      // A server that is away now may be back in a moment; without it no test passes anyway.
      await dropDatabases(run, isOfEndedFile(run)).catch(() => undefined);
    }
  }

  const repeated = repeat();
  return async () => {
    stopping.abort();
    await repeated;
  };
}

/** True for the databases of a file after which its worker has begun another. */
function isOfEndedFile(run: TestRun) {
  return (database: string, all: readonly string[]): boolean => {
    const own = testFileOf(run, database);
    return (
      own !== null &&
      all.some((name) => {
        const other = testFileOf(run, name);
        return other?.worker === own.worker && other.startedAtMs > own.startedAtMs;
      })
    );
  };
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
    await dropDatabases(run, () => true);
  }
  if (where.redis) {
    await deleteKeys(run);
  }
}
