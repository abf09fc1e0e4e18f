import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';

import { connectMongo } from './connect.js';
import { createDatabaseClock } from './database-clock.js';

/** Tolerance in milliseconds for the round trips of a busy machine. */
const busyMs = 2_000;

let mongo: Awaited<ReturnType<typeof connectMongo>>;

beforeAll(async () => {
  mongo = await connectMongo(testServers().mongodbUri);
});

afterAll(async () => {
  await mongo.close();
});

async function serverTime(): Promise<number> {
  await mongo.collection('times').updateOne({}, [{ $set: { at: '$$NOW' } }], { upsert: true });
  const time = await mongo.collection<{ at: Date }>('times').findOne();
  return time?.at.getTime() ?? 0;
}

describe('the clock of the database', () => {
  it.each([0, 7 * 60_000, -7 * 60_000])(
    "equals $$NOW even if the process's own clock is off by %d ms",
    async (offMs) => {
      const clock = await createDatabaseClock(mongo, () => performance.now() + offMs);
      expect(Math.abs(clock.now() - (await serverTime()))).toBeLessThan(busyMs);
      clock.close();
    },
  );
});
