import type { SuppressionStatus } from '@leadbridge/contracts';
import type { Connection } from 'mongoose';

import { suppressionModel, type SuppressionDocument } from './suppression-model.js';

/** When the oldest opt-out of a status was asked for; null for none. */
export function createOldestOptOut(
  connection: Connection,
): (status: SuppressionStatus) => Promise<Date | null> {
  const suppressions = suppressionModel(connection);
  return async (status) => {
    // Ids are in the order of time.
    const oldest = await suppressions
      .findOne({ status })
      .sort({ _id: 1 })
      .select({ requestedAt: 1 })
      .lean<Pick<SuppressionDocument, 'requestedAt'> | null>();
    return oldest?.requestedAt ?? null;
  };
}
