import type { ClientSession, Connection } from 'mongoose';

import { unawaited } from './write-concern.js';

/** Reserves `count` consecutive numbers of the sequence `name` and returns the first; sequences start at 1. */
export async function reserveNumbers(
  connection: Connection,
  name: string,
  count = 1,
  session?: ClientSession,
): Promise<number> {
  const updated = await connection
    .collection<{ _id: string; last: number }>('sequences')
    .findOneAndUpdate(
      { _id: name },
      { $inc: { last: count } },
      { upsert: true, returnDocument: 'after', ...(session === undefined ? unawaited : { session }) },
    );
  if (updated === null) {
    throw new Error(`The sequence ${name} returned no number`);
  }
  return updated.last - count + 1;
}
