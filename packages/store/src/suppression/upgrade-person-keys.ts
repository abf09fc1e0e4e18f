import {
  distinctKeys,
  factsOfLead,
  gatingKeys,
  KEY_FORM,
  personKeys,
  searchTerms,
  suppressionKeyText,
  upgradedKey,
  withDomainTexts,
  type PersonFacts,
  type SuppressionKey,
} from '@leadbridge/domain';
import type { OptOutPerson } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { findLeadsById, gatingKeysOfLead, personKeysOfLead } from './person-leads.js';
import { suppressedKeyModel, type SuppressedKeyDocument } from './suppressed-key-model.js';
import { readSuppressionKeys, writeSuppressedKeys } from './suppressed-keys.js';
import { suppressionModel, type SuppressionDocument } from './suppression-model.js';

const documentsAtOnce = 500;
const lacksSomething = {
  $or: [
    { personKeys: { $exists: false } },
    { searchTerms: { $exists: false } },
    { keyForm: { $not: { $gte: KEY_FORM } } },
  ],
};

/** Upgrades records of earlier releases to the keys that match a person now. */
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
 * Release 1.0 wrote no keys to leads, and made every known number of an opt-out block alone. Later releases
 * took titles and credentials for names, and `ø` for another letter than `o`, and wrote no domains to leads.
 * The leads come first, so that all leads of a person or a domain are found when their suppression is
 * processed.
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
      if (upgraded > 0) {
        return upgraded;
      }
      const gates = await upgradeGates(models);
      return gates > 0 ? gates : await upgradeForms(models);
    },
  };
}

async function upgradeLeads({ leads }: UpgradeModels): Promise<number> {
  const documents = await leads
    .find(lacksSomething)
    .select({ key: 1, lead: 1, sources: 1, personKeys: 1 })
    .limit(documentsAtOnce)
    .lean<UpgradedLead[]>();
  if (documents.length > 0) {
    const keys = await freeKeys(leads, documents);
    await leads.bulkWrite(
      documents.map((document) => ({
        updateOne: {
          // Skips a lead that an import has written meanwhile, which is newer.
          filter: { _id: document._id, ...lacksSomething },
          update: {
            $set: {
              key: keys.get(document._id) ?? document.key,
              keyForm: KEY_FORM,
              personKeys: withDomainTexts([...personKeys(factsOf(document)), ...personKeysOfLead(document)]),
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

type UpgradedLead = Pick<LeadDocument, '_id' | 'key' | 'lead' | 'sources' | 'personKeys'>;

function factsOf({ lead, sources }: Pick<LeadDocument, 'lead' | 'sources'>): readonly PersonFacts[] {
  return [lead, ...Object.values(sources).map((data) => data.lead)].map(factsOfLead);
}

/**
 * The keys of leads in the present form, by lead. Two leads that were told apart by a title or a stroke are
 * one person now, but they are two tickets: the second one keeps its key.
 */
async function freeKeys(
  leads: UpgradeModels['leads'],
  documents: readonly UpgradedLead[],
): Promise<ReadonlyMap<number, string>> {
  const wanted = documents
    .map((document) => ({
      leadId: document._id,
      from: document.key,
      key: upgradedKey(document.key, factsOf(document)),
    }))
    .filter(({ from, key }) => from !== key);
  const taken = new Set(
    await distinctValues<string>(leads, 'key', { key: { $in: wanted.map(({ key }) => key) } }),
  );
  const free = new Map<number, string>();
  for (const { leadId, key } of wanted) {
    if (!taken.has(key)) {
      free.set(leadId, key);
      taken.add(key);
    }
  }
  return free;
}

/** Adds the keys in their present form to opt-outs; those that they have stay, and block as before. */
async function upgradeForms(models: UpgradeModels): Promise<number> {
  const { connection, suppressions } = models;
  return await connection.transaction(async (session) => {
    const entries = await suppressions
      .find({ keyForm: { $not: { $gte: KEY_FORM } } })
      .limit(documentsAtOnce)
      .session(session)
      .lean<SuppressionDocument[]>();
    for (const { _id: suppressionId, keys: known, person } of entries) {
      const numbers = known.flatMap((key) => /^phone(?:-person)?:(\d+)/u.exec(key)?.[1] ?? []);
      const facts =
        person === null
          ? []
          : [factsOfPerson(person), ...numbers.map((phone) => ({ ...factsOfPerson(person), phone }))];
      const keys = personKeys(facts).filter(
        (key) => key.kind.endsWith('-person') && !known.includes(suppressionKeyText(key)),
      );
      const isOfDomain = readSuppressionKeys(known).some(({ kind }) => kind === 'domain');
      const looksAgain = keys.length > 0 || isOfDomain;
      await suppressions.updateOne(
        { _id: suppressionId },
        {
          $set: { keyForm: KEY_FORM, ...(looksAgain ? { spreadAt: new Date() } : {}) },
          $addToSet: { keys: { $each: keys.map(suppressionKeyText) } },
        },
        { session },
      );
      await writeSuppressedKeys(
        connection,
        keys.map((key) => ({ key, suppressionId })),
        session,
      );
    }
    return entries.length;
  });
}

function factsOfPerson({ firstName, lastName, companyName }: OptOutPerson): Partial<PersonFacts> {
  return { companyName, personName: [firstName, lastName].filter((part) => part !== null).join(' ') };
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
