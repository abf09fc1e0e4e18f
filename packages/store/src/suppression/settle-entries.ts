import type { Connection } from 'mongoose';

import { findLeadsByKeys } from './person-leads.js';
import { readSuppressionKeys } from './suppressed-keys.js';
import { isDue, suppressionModel, type SuppressionDocument } from './suppression-model.js';

/** Leads that one look may find; with more of them, each entry is looked at by itself. */
const maxLeads = 500;

/** See `SuppressionStore.settle`. */
export async function settleQuietEntries(connection: Connection, now: Date, limit: number): Promise<number> {
  const suppressions = suppressionModel(connection);
  const notDue = (field: 'pushAt' | 'ticketAt') => ({ $or: [{ [field]: null }, { [field]: { $gt: now } }] });
  const entries = await suppressions
    .find({ ...isDue('spreadAt', now), announced: true, $and: [notDue('pushAt'), notDue('ticketAt')] })
    .select({ keys: 1 })
    .limit(limit)
    .lean<Pick<SuppressionDocument, '_id' | 'keys'>[]>();
  const keys = entries.flatMap((entry) => readSuppressionKeys(entry.keys));
  if (keys.length === 0) {
    return 0;
  }
  const leads = await findLeadsByKeys(connection, keys, { limit: maxLeads, unmarkedOnly: true });
  if (leads.length === maxLeads) {
    return 0;
  }
  const found = new Set(
    leads.flatMap(({ key, lead, personKeys = [] }) => [key, `email:${lead.email ?? ''}`, ...personKeys]),
  );
  const quiet = entries.filter((entry) => !entry.keys.some((key) => found.has(key)));
  const { modifiedCount } = await suppressions.updateMany(
    { _id: { $in: quiet.map(({ _id }) => _id) }, spreadAt: { $lte: now } },
    { $set: { spreadAt: null } },
  );
  return modifiedCount;
}
