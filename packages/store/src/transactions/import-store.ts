import { unfinishedJobStatuses } from '@leadbridge/contracts';
import {
  StaleClaimError,
  type ImportIntent,
  type ImportStore,
  type RowRef,
  type Known,
  type KnownLead,
  type KnownMatch,
} from '@leadbridge/usecases';
import { isEarlyStatus, UNDONE } from '@leadbridge/domain';
import type { Connection, Model, mongo, PipelineStage } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { collectionOf } from '../collection-of.js';
import { unlessDuplicate } from '../duplicate-key.js';
import { jobsThatAreOver } from '../job/any-job-is-over.js';
import { jobModel, type JobDocument } from '../job/job-model.js';
import { createErasedPersons } from '../erasure/erased-keys.js';
import { jobRowModel, rowId, type JobRowDocument } from '../job/job-row-model.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { reserveNumbers } from '../sequence.js';
import { findSuppressedKeys, keysAsStored } from '../suppression/suppressed-keys.js';
import { completeOptOuts } from '../suppression/write-opt-outs.js';
import { createClaims } from '../import/claims.js';
import { addCreations, removeCreations } from '../import/creation-model.js';
import { createImportMatches, matchStages } from '../company-match/import-matches.js';
import { createCompanies, knownCompany } from '../import/companies.js';
import { createListGroups } from '../list-group/list-groups.js';
import { createRecordBatch, type OnLost } from './record-batch.js';
import { readSnapshot } from '../read-snapshot.js';
import { companyMatchModel } from '../company-match/company-match-model.js';
import { companyModel, type CompanyDocument } from '../import/company-model.js';
import { statesOf } from '../lead/present-lead.js';
import { leaveListsToOptOuts } from '../suppression/leave-lists-to-opt-outs.js';
import { personKeysOfLead } from '../suppression/person-leads.js';
import { suppressedKeyModel, type SuppressedKeyDocument } from '../suppression/suppressed-key-model.js';

interface Found {
  readonly highestTicketId?: number | null;
  readonly highestClientId?: number;
  readonly lead?: LeadDocument;
  readonly company?: CompanyDocument;
  readonly suppressed?: SuppressedKeyDocument;
  readonly match?: KnownMatch;
}

const leadFields = {
  ...{ key: 1, psaTicketId: 1, psaUserId: 1, lead: 1, sources: 1, personKeys: 1, updatedAt: 1 },
  ...{ doNotContact: 1, externalIds: 1, provenance: 1, fieldStates: 1, status: 1 },
} as const;

/** More than a batch has rows and keys, so that it is one response. */
const batchSize = 10_000;

export function createImportStore(connection: Connection, onLost: OnLost = () => undefined): ImportStore {
  const leads = leadModel(connection);
  const rows = jobRowModel(connection);
  const jobs = collectionOf(jobModel(connection));

  return {
    ...createClaims(connection),
    ...createListGroups(connection),
    leaveListsToOptOuts: async (jobIds, at) => leaveListsToOptOuts(connection, jobIds, new Date(at)),
    ...createCompanies(connection),
    ...createImportMatches(connection),
    ...createErasedPersons(connection),
    findKnown: async (asked) => findKnown(connection, asked),

    async findExternalIds(ids) {
      const asked = ids.map(({ source, externalId }) => ({
        externalIds: { $elemMatch: { externalId: { $eq: externalId }, source: { $eq: source } } },
      }));
      const documents = await leads
        .find({ $or: asked })
        .select({ key: 1, externalIds: 1 })
        .lean<Pick<LeadDocument, '_id' | 'key' | 'externalIds'>[]>();
      return documents.flatMap(({ _id: leadId, key, externalIds = [] }) =>
        externalIds.map((id) => ({ ...id, leadId, key })),
      );
    },

    findOptedOut: async (keys) => findSuppressedKeys(connection, keys),

    async keysOfOptOuts(requests) {
      if (requests.length === 0) {
        return [];
      }
      return await connection.transaction(async (session) => {
        const { complete } = await completeOptOuts(connection, requests, session);
        return complete.flatMap(({ keys }) => keys);
      });
    },

    async ticketsOfOthers(ticketIds, key) {
      const psaTicketId = { $in: [...ticketIds] };
      return new Set(await distinctValues<number>(leads, 'psaTicketId', { psaTicketId, key: { $ne: key } }));
    },

    areTicketIdsTaken: async (ticketIds) =>
      (await leads.exists({ psaTicketId: { $in: [...ticketIds] } })) !== null,
    reserveIds: async (kind, count) => reserveNumbers(connection, `${kind}_id`, count),
    saveIntents: async (batch, intents) =>
      batch.countsProgress
        ? saveIntents(connection, rows, batch.fence, intents)
        : saveSingleIntents(jobs, intents),
    record: createRecordBatch(connection, onLost),
    saveErrorLogEntries: async (errorLogEntries) =>
      insertErrorLogEntries(connection, errorLogEntries, new Date()),
  };
}

/** Also if a row is decided: one that no worker has begun is ended if its person is erased. */
async function isOneOver(
  connection: Connection,
  rows: ReturnType<typeof jobRowModel>,
  refs: readonly RowRef[],
): Promise<boolean> {
  const decided = {
    _id: { $in: refs.map(({ jobId, index }) => rowId(jobId, index)) },
    status: { $ne: 'pending' },
  };
  const ofRows = [{ $match: decided }, { $limit: 1 }, { $project: { _id: 1 } }];
  const over = await jobModel(connection).aggregate([
    { $match: jobsThatAreOver([...new Set(refs.map(({ jobId }) => jobId))]) },
    { $limit: 1 },
    { $project: { _id: 1 } },
    { $unionWith: { coll: rows.collection.collectionName, pipeline: ofRows } },
  ]);
  return over.length > 0;
}

/** False if a row already has its outcome. */
async function writeUpdateIntents(
  rows: ReturnType<typeof jobRowModel>,
  intents: readonly RowIntent[],
): Promise<boolean> {
  return await unlessDuplicate(async () => {
    await collectionOf(rows).bulkWrite(intents.map(intentUpsert), { ordered: false });
    return true;
  });
}

async function saveIntents(
  connection: Connection,
  rows: ReturnType<typeof jobRowModel>,
  fence: number,
  intents: readonly RowIntent[],
): Promise<void> {
  if (intents.length === 0) {
    return;
  }
  const creations = intents.flatMap(({ ref, intent }) =>
    intent.kind === 'create' ? [{ ref, stood: intent.stood ?? [] }] : [],
  );
  await addCreations(connection, fence, creations, new Date());
  const others = intents.filter(({ intent }) => intent.kind !== 'create');
  const isOpen = others.length === 0 || (await writeUpdateIntents(rows, others));
  // Checked after the write: whoever ends a job looks for intents after marking it as cancelled.
  const refs = intents.map(({ ref }) => ref);
  if (!isOpen || (await isOneOver(connection, rows, refs))) {
    await removeCreations(
      connection,
      fence,
      creations.map(({ ref }) => ref),
    );
    await rows.updateMany(
      { _id: { $in: others.map(({ ref }) => rowId(ref.jobId, ref.index)) }, status: 'pending' },
      { $set: { intent: null } },
    );
    throw new StaleClaimError('A job or a row of this work has ended, or is to be cancelled');
  }
}

/** In the jobs themselves, so that one write checks and saves. */
async function saveSingleIntents(
  jobs: mongo.Collection<JobDocument>,
  intents: readonly RowIntent[],
): Promise<void> {
  if (intents.length === 0) {
    return;
  }
  const isOpen = { status: { $in: [...unfinishedJobStatuses] }, 'row.outcome': null };
  const { matchedCount } = await jobs.bulkWrite(
    intents.map(({ ref: { jobId }, intent }) => ({
      updateOne: { filter: { _id: jobId, ...isOpen }, update: { $set: { 'row.intent': intent } } },
    })),
    { ordered: false },
  );
  if (matchedCount < intents.length) {
    const jobIds = intents.map(({ ref }) => ref.jobId);
    await jobs.updateMany({ _id: { $in: jobIds }, ...isOpen }, { $set: { 'row.intent': null } });
    throw new StaleClaimError('A job of this work has ended');
  }
}

interface RowIntent {
  readonly ref: RowRef;
  readonly intent: ImportIntent;
}

/** A row with an outcome does not match, so the upsert collides with its id. */
function intentUpsert({ ref, intent }: RowIntent): mongo.AnyBulkWriteOperation<JobRowDocument> {
  return {
    updateOne: {
      filter: { _id: rowId(ref.jobId, ref.index), status: 'pending' },
      update: {
        $set: { intent },
        $setOnInsert: {
          jobId: ref.jobId,
          index: ref.index,
          outcome: null,
          result: null,
          createdAt: new Date(),
        },
      },
      upsert: true,
    },
  };
}

/** One command for all of it, because a caller waits for each. See `ImportStore.findKnown`. */
async function findKnown(
  connection: Connection,
  { keys, companyKeys, matchIds, personKeys }: Parameters<ImportStore['findKnown']>[0],
): Promise<Known> {
  const [companies, suppressed] = [companyModel(connection), suppressedKeyModel(connection)];
  for (;;) {
    const asked = keysAsStored(connection, personKeys);
    const ofCompanies = [
      { $match: { _id: { $in: [...companyKeys] } } },
      { $replaceWith: { company: '$$ROOT' } },
    ];
    const ofMatches = [...matchStages(connection, matchIds), { $replaceWith: { match: '$$ROOT' } }];
    const ofKeys = [
      { $match: { key: { $in: [...asked.stored] } } },
      { $replaceWith: { suppressed: '$$ROOT' } },
    ];
    const found = await readSnapshot<Found>(
      leadModel(connection).collection,
      [
        { $match: { key: { $in: [...keys] } } },
        { $project: leadFields },
        { $replaceWith: { lead: '$$ROOT' } },
        { $unionWith: { coll: companies.collection.collectionName, pipeline: ofCompanies } },
        {
          $unionWith: {
            coll: companyMatchModel(connection).collection.collectionName,
            pipeline: ofMatches,
          },
        },
        { $unionWith: { coll: suppressed.collection.collectionName, pipeline: ofKeys } },
        highestOf(leadModel(connection), 'psaTicketId', 'highestTicketId'),
        highestOf(companies, 'clientId', 'highestClientId'),
      ],
      { batchSize },
    );
    const optedOut = await asked.found(found.flatMap((each) => each.suppressed ?? []));
    if (optedOut !== null) {
      const leads = found.flatMap((each) => each.lead ?? []).map(knownLead);
      const known = found.flatMap((each) => each.company ?? []).map(knownCompany);
      return {
        leads: new Map(leads.map((lead) => [lead.key, lead])),
        matches: new Map(found.flatMap(({ match }) => (match === undefined ? [] : [[match.matchId, match]]))),
        companies: new Map(known.map((company) => [company.companyKey, company])),
        optedOut,
        highest: {
          ticketId: Math.max(0, ...found.map(({ highestTicketId }) => highestTicketId ?? 0)),
          clientId: Math.max(0, ...found.map(({ highestClientId }) => highestClientId ?? 0)),
        },
      };
    }
  }
}

/** Reads one entry of the index of the field. */
function highestOf(
  { collection }: Pick<Model<never>, 'collection'>,
  field: string,
  as: keyof Found,
): PipelineStage.UnionWith {
  return {
    $unionWith: {
      coll: collection.collectionName,
      pipeline: [{ $sort: { [field]: -1 } }, { $limit: 1 }, { $project: { _id: 0, [as]: `$${field}` } }],
    },
  };
}

function knownLead(document: LeadDocument): KnownLead {
  return {
    leadId: document._id,
    key: document.key,
    psaTicketId: document.psaTicketId,
    psaUserId: document.psaUserId,
    isEarly: isEarlyStatus(document.status),
    sources: document.sources,
    externalIds: document.externalIds ?? [],
    updatedAt: document.updatedAt.toISOString(),
    doNotContact: document.doNotContact,
    isUndone: document.status === UNDONE,
    personKeys: personKeysOfLead(document),
    fields: statesOf(document),
  };
}
