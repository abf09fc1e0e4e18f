import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';

import { connectMongo } from './connect.js';
import { createDatabaseClock } from './database-clock.js';

/** Milliseconds by which the round trips of a busy machine may mislead. */
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
    'tells what $$NOW tells, where that of the process is off by %d ms',
    async (offMs) => {
      const clock = await createDatabaseClock(mongo, () => performance.now() + offMs);
      expect(Math.abs(clock.now() - (await serverTime()))).toBeLessThan(busyMs);
      clock.close();
    },
  );
});
