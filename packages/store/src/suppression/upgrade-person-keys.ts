import {
  distinctKeys,
  gatingKeys,
  searchTerms,
  suppressionKeyText,
  type SuppressionKey,
} from '@leadbridge/domain';
import type { ClientSession, Connection } from 'mongoose';

import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { findLeadsById, gatingKeysOfLead, personKeysOfLead } from './person-leads.js';
import { suppressedKeyModel, type SuppressedKeyDocument } from './suppressed-key-model.js';
import { readSuppressionKeys, writeSuppressedKeys } from './suppressed-keys.js';
import { suppressionModel, type SuppressionDocument } from './suppression-model.js';

const documentsAtOnce = 500;
const lacksSomething = { $or: [{ personKeys: { $exists: false } }, { searchTerms: { $exists: false } }] };

/** Upgrades records of release 1.0 to the keys that match a person now. */
export interface PersonKeysUpgrade {
  /** Upgrades some documents; returns how many, 0 once none is left. May be run by any number of workers. */
  step(): Promise<number>;
}

interface UpgradeModels {
  readonly connection: Connection;
  readonly leads: ReturnType<typeof leadModel>;
  readonly suppressedKeys: ReturnType<typeof suppressedKeyModel>;
  readonly suppressions: ReturnType<typeof suppressionModel>;
}

/**
 * Release 1.0 wrote no keys to leads, and made every known number of an opt-out block alone. The leads come
 * first, so that all leads of a person are found when their suppression is processed.
 */
export function createPersonKeysUpgrade(connection: Connection): PersonKeysUpgrade {
  const models: UpgradeModels = {
    connection,
    leads: leadModel(connection),
    suppressedKeys: suppressedKeyModel(connection),
    suppressions: suppressionModel(connection),
  };

  return {
    async step() {
      const upgraded = await upgradeLeads(models);
      return upgraded > 0 ? upgraded : await upgradeGates(models);
    },
  };
}

async function upgradeLeads({ leads }: UpgradeModels): Promise<number> {
  const documents = await leads
    .find(lacksSomething)
    .select({ lead: 1, sources: 1, personKeys: 1 })
    .limit(documentsAtOnce)
    .lean<Pick<LeadDocument, '_id' | 'lead' | 'sources' | 'personKeys'>[]>();
  if (documents.length > 0) {
    await leads.bulkWrite(
      documents.map((document) => ({
        updateOne: {
          // Skips a lead that an import has written meanwhile, which is newer.
          filter: { _id: document._id, ...lacksSomething },
          update: {
            $set: {
              personKeys: personKeysOfLead(document).map(suppressionKeyText),
              searchTerms: searchTerms(document.lead),
            },
          },
          timestamps: false,
        },
      })),
      { ordered: false },
    );
  }
  return documents.length;
}

async function upgradeGates(models: UpgradeModels): Promise<number> {
  return await models.connection.transaction(async (session) => {
    const rows = await models.suppressedKeys
      .find({ suppressionId: { $exists: false } })
      .limit(documentsAtOnce)
      .session(session)
      .lean<SuppressedKeyDocument[]>();
    const texts = rows.map(({ key }) => key);
    const entries = await models.suppressions
      .find({ keys: { $in: texts } })
      .session(session)
      .lean<SuppressionDocument[]>();
    await upgradeEntries(models, entries, session);
    // Keys that no entry blocks any more: numbers that were merely known.
    await models.suppressedKeys.deleteMany(
      { key: { $in: texts, $regex: /^phone:/u }, suppressionId: { $exists: false } },
      { session },
    );
    await models.suppressedKeys.updateMany(
      { key: { $in: texts }, suppressionId: { $exists: false } },
      { $set: { suppressionId: null } },
      { session },
    );
    return rows.length;
  });
}

async function upgradeEntries(
  { connection, suppressions }: UpgradeModels,
  entries: readonly SuppressionDocument[],
  session: ClientSession,
): Promise<void> {
  const leadIds = entries.flatMap(({ leadId }) => leadId ?? []);
  const byId = new Map((await findLeadsById(connection, leadIds, session)).map((lead) => [lead._id, lead]));
  const at = new Date();
  for (const entry of entries) {
    const lead = entry.leadId === null ? undefined : byId.get(entry.leadId);
    const own = gatingKeys(readSuppressionKeys(entry.keys), lead?.key);
    const keys: readonly SuppressionKey[] = distinctKeys([
      ...own,
      ...(lead === undefined ? [] : gatingKeysOfLead(lead)),
    ]);
    await suppressions.updateOne(
      { _id: entry._id },
      { $set: { keys: keys.map(suppressionKeyText), spreadAt: at } },
      { session },
    );
    const gates = keys.map((key) => ({ key, suppressionId: entry._id }));
    await writeSuppressedKeys(connection, gates, session);
  }
}
