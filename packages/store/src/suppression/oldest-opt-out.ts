import type { SuppressionStatus } from '@leadbridge/contracts';
import type { Connection } from 'mongoose';

import { isOfSomebody, suppressionModel, type SuppressionDocument } from './suppression-model.js';

/** When the oldest opt-out with a status was requested, of a person who was not erased; null if there is none. */
export function createOldestOptOut(
  connection: Connection,
): (status: SuppressionStatus) => Promise<Date | null> {
  const suppressions = suppressionModel(connection);
  return async (status) => {
    // Ids are ordered by time.
    const oldest = await suppressions
      .findOne({ status, ...isOfSomebody })
      .sort({ _id: 1 })
      .select({ requestedAt: 1 })
      .lean<Pick<SuppressionDocument, 'requestedAt'> | null>();
    return oldest?.requestedAt ?? null;
  };
}
