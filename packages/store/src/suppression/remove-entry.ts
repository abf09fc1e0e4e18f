import type { AuditEntry, Suppression } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { createWriteAudit } from '../audit/write-audit.js';
import { leadModel } from '../lead/lead-model.js';
import { findLeadsByKeys, personKeysOfLead } from './person-leads.js';
import { presentSuppression } from './present-suppression.js';
import { findSuppressedKeys, readSuppressionKeys, releaseSuppressedKeys } from './suppressed-keys.js';
import { isOfDomain } from './suppression-entries.js';
import { suppressionModel, type SuppressionDocument } from './suppression-model.js';

/** Leads of one person. */
const maxLeads = 1_000;

/** Removes an entry, its keys and its marks on our leads; see `SuppressionStore.remove`. */
export async function removeEntry(
  connection: Connection,
  suppressionId: string,
  { at, audit, session }: RemovalOptions,
): Promise<boolean> {
  const suppressions = suppressionModel(connection);
  const removed = await suppressions
    .findOneAndDelete({ _id: suppressionId })
    .session(session)
    .lean<SuppressionDocument>();
  if (removed === null) {
    return false;
  }
  const others = await suppressions
    .find({ keys: { $in: removed.keys } })
    .sort({ _id: -1 })
    .select({ keys: 1 })
    .session(session)
    .lean<Pick<SuppressionDocument, '_id' | 'keys'>[]>();
  const own = new Set(removed.keys);
  // The oldest entry comes last, and counts.
  const heirs = new Map(
    others.flatMap(({ _id, keys }) => keys.filter((key) => own.has(key)).map((key) => [key, _id] as const)),
  );
  await releaseSuppressedKeys(connection, { suppressionId, texts: removed.keys }, heirs, session);
  await unmarkLeads(connection, removed, { at, session });
  await createWriteAudit(connection)(audit(presentSuppression(removed)), at, session);
  return true;
}

interface RemovalOptions {
  readonly at: Date;
  readonly audit: (entry: Suppression) => AuditEntry;
  readonly session: ClientSession;
}

/** The leads of a domain have entries of their own, which stay. */
async function unmarkLeads(
  connection: Connection,
  removed: SuppressionDocument,
  { at, session }: Pick<RemovalOptions, 'at' | 'session'>,
): Promise<void> {
  const keys = readSuppressionKeys(removed.keys);
  const leads =
    keys.length === 0 || isOfDomain({ keys })
      ? []
      : await findLeadsByKeys(connection, keys, { limit: maxLeads, unmarkedOnly: false, session });
  for (const lead of leads) {
    const blocking = await findSuppressedKeys(connection, personKeysOfLead(lead), session);
    if (blocking.size === 0) {
      await leadModel(connection).updateOne(
        { _id: lead._id },
        { $set: { doNotContact: false, updatedAt: at } },
        { session },
      );
    }
  }
}
