import type { ClientSession, Connection, QueryFilter } from 'mongoose';

import { reserveNumbers } from '../sequence.js';
import { suppressionModel, type SuppressionDocument } from './suppression-model.js';

/**
 * Changes an entry from outside its work. A worker that has read the entry before would write over the change: it
 * is rejected from then on, as if another one had taken over. One transaction with the number, so that every worker
 * with a higher one reads the change.
 *
 * @param set values or expressions
 * @returns the entry; null if none matches
 */
export async function overruleWorker(
  connection: Connection,
  filter: QueryFilter<SuppressionDocument>,
  set: Readonly<Record<string, unknown>>,
  session: ClientSession,
): Promise<SuppressionDocument | null> {
  const fence = await reserveNumbers(connection, 'claim_fence', 1, session);
  return await suppressionModel(connection)
    .findOneAndUpdate(filter, [{ $set: { ...set, fence: { $max: ['$fence', fence] } } }], {
      ...{ session, updatePipeline: true, returnDocument: 'after' },
    })
    .lean<SuppressionDocument>();
}
