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
} from '@leadbridge/domain';
import type { PersonFacts, SuppressionKey } from '@leadbridge/domain';
import type { OptOutPerson } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { distinctValues } from '../distinct-values.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { findLeadsById, gatingKeysOfLead, keysOfPersonIn } from '../suppression/person-leads.js';
import { suppressedKeyModel } from '../suppression/suppressed-key-model.js';
import { readSuppressionKeys, writeSuppressedKeys } from '../suppression/suppressed-keys.js';
import { suppressionModel, type SuppressionDocument } from '../suppression/suppression-model.js';
import { inBatches, type Migration } from './migration.js';

/**
 * Release 1.0 wrote no keys to leads, and made every known number of an opt-out block alone. Later releases
 * took titles and credentials for names, `ø` for another letter than `o` and `’` for another sign than `'`, and wrote
 * no domains to leads.
 * The leads come first, so that all leads of a person are found when their suppression is processed.
 */
export const personKeysOfRelease100: Migration = {
  name: '002-person-keys',
  async run(connection) {
    await upgradeLeads(connection);
    await upgradeGates(connection);
    await upgradeForms(connection);
  },
};

/** The form of the keys of a document that this migration has converted. */
interface Marked {
  keyForm?: number;
}
type EarlierLead = Pick<LeadDocument, '_id' | 'key' | 'lead' | 'sources'> & {
  personKeys?: string[];
} & Marked;
type EarlierSuppression = SuppressionDocument & Marked;

const isEarlierForm = { keyForm: { $not: { $gte: KEY_FORM } } };
const lacksSomething = {
  $or: [{ personKeys: { $exists: false } }, { searchTerms: { $exists: false } }, isEarlierForm],
};

async function upgradeLeads(connection: Connection): Promise<void> {
  const leads = collectionOf<EarlierLead>(leadModel(connection));
  await inBatches(
    (filter) => leads.find(filter),
    lacksSomething,
    async (documents) => {
      const keys = await freeKeys(connection, documents);
      await leads.bulkWrite(
        documents.map((document) => ({
          updateOne: {
            filter: { _id: document._id, ...lacksSomething },
            update: {
              $set: {
                key: keys.get(document._id) ?? document.key,
                keyForm: KEY_FORM,
                personKeys: withDomainTexts([
                  ...personKeys(factsOf(document)),
                  ...keysOfPersonIn(document.personKeys ?? []),
                ]),
                searchTerms: searchTerms(document.lead),
              },
            },
          },
        })),
        { ordered: false },
      );
    },
  );
}

function factsOf({ lead, sources }: Pick<LeadDocument, 'lead' | 'sources'>): readonly PersonFacts[] {
  return [lead, ...Object.values(sources).map((data) => data.lead)].map(factsOfLead);
}

/**
 * The keys of leads in the present form, by lead. Two leads that were told apart by a title or a stroke are
 * one person now, but they are two tickets: the second one keeps its key.
 */
async function freeKeys(
  connection: Connection,
  documents: readonly EarlierLead[],
): Promise<ReadonlyMap<number, string>> {
  const wanted = documents
    .map((document) => ({
      leadId: document._id,
      from: document.key,
      key: upgradedKey(document.key, factsOf(document)),
    }))
    .filter(({ from, key }) => from !== key);
  const keys = { key: { $in: wanted.map(({ key }) => key) } };
  const taken = new Set(await distinctValues<string>(leadModel(connection), 'key', keys));
  const free = new Map<number, string>();
  for (const { leadId, key } of wanted) {
    if (!taken.has(key)) {
      free.set(leadId, key);
      taken.add(key);
    }
  }
  return free;
}

async function upgradeGates(connection: Connection): Promise<void> {
  const rows = suppressedKeyModel(connection).collection;
  await inBatches(
    (filter) => rows.find(filter),
    { suppressionId: { $exists: false } },
    async (documents) => {
      const texts = documents.map(({ key }) => String(key));
      await connection.transaction(async (session) => {
        const entries = await suppressionModel(connection)
          .find({ keys: { $in: texts } })
          .session(session)
          .lean<SuppressionDocument[]>();
        await upgradeEntries(connection, entries, session);
        // Keys that no entry blocks any more: numbers that were merely known.
        const isLeft = { key: { $in: texts }, suppressionId: { $exists: false } };
        await rows.deleteMany({ $and: [isLeft, { key: { $regex: /^phone:/u } }] }, { session });
        await rows.updateMany(isLeft, { $set: { suppressionId: null } }, { session });
      });
    },
  );
}

async function upgradeEntries(
  connection: Connection,
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
    await suppressionModel(connection).updateOne(
      { _id: entry._id },
      { $set: { keys: keys.map(suppressionKeyText), spreadAt: at } },
      { session },
    );
    const gates = keys.map((key) => ({ key, suppressionId: entry._id }));
    await writeSuppressedKeys(connection, gates, session);
  }
}

/** Adds the keys in their present form to opt-outs; those that they have stay, and block as before. */
async function upgradeForms(connection: Connection): Promise<void> {
  const suppressions = collectionOf<EarlierSuppression>(suppressionModel(connection));
  await inBatches(
    (filter) => suppressions.find(filter),
    isEarlierForm,
    async (documents) => {
      await connection.transaction(async (session) => {
        for (const { _id: suppressionId, keys: known, person } of documents) {
          const keys = addedKeys(known, person);
          await suppressions.updateOne(
            { _id: suppressionId, ...isEarlierForm },
            {
              $set: { keyForm: KEY_FORM, ...(keys.length === 0 ? {} : { spreadAt: new Date() }) },
              $addToSet: { keys: { $each: keys.map(suppressionKeyText) } },
            },
            { session },
          );
          const gates = keys.map((key) => ({ key, suppressionId }));
          await writeSuppressedKeys(connection, gates, session);
        }
      });
    },
  );
}

function addedKeys(known: readonly string[], person: OptOutPerson | null): readonly SuppressionKey[] {
  if (person === null) {
    return [];
  }
  const { companyName, firstName, lastName } = person;
  const facts = { companyName, personName: [firstName, lastName].filter((part) => part !== null).join(' ') };
  const numbers = known.flatMap((key) => /^phone(?:-person)?:(\d+)/u.exec(key)?.[1] ?? []);
  const emails = known.flatMap((key) => /^email:(.+)/u.exec(key)?.[1] ?? []);
  return personKeys([
    facts,
    { otherEmails: emails },
    ...numbers.map((phone) => ({ ...facts, phone })),
  ]).filter((key) => key.kind !== 'phone' && !known.includes(suppressionKeyText(key)));
}
