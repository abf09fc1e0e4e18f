import { unfinishedJobStatuses } from '@leadbridge/contracts';
import type { SuppressionKey } from '@leadbridge/domain';
import {
  StaleClaimError,
  type ImportIntent,
  type ImportStore,
  type RowRef,
  type ExternalId,
  type OptOutRequest,
} from '@leadbridge/usecases';
import type { Connection, mongo } from 'mongoose';

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
import { findSuppressedKeys } from '../suppression/suppressed-keys.js';
import { completeOptOuts } from '../suppression/write-opt-outs.js';
import { createClaims } from '../import/claims.js';
import { addCreations, removeCreations } from '../import/creation-model.js';
import { createImportMatches } from '../company-match/import-matches.js';
import { createCompanies } from '../import/companies.js';
import { createListGroups } from '../list-group/list-groups.js';
import { findKnown } from './find-known.js';
import { createRecordBatch, type OnLost } from './record-batch.js';

interface ImportModels {
  readonly connection: Connection;
  readonly leads: ReturnType<typeof leadModel>;
  readonly rows: ReturnType<typeof jobRowModel>;
  readonly jobs: mongo.Collection<JobDocument>;
}

export function createImportStore(connection: Connection, onLost: OnLost = () => undefined): ImportStore {
  const models: ImportModels = {
    connection,
    leads: leadModel(connection),
    rows: jobRowModel(connection),
    jobs: collectionOf(jobModel(connection)),
  };

  return {
    ...createClaims(connection),
    ...createListGroups(connection),
    ...createCompanies(connection),
    ...createImportMatches(connection),
    ...createErasedPersons(connection),
    findKnown: async (asked) => findKnown(connection, asked),
    findExternalIds: async (ids) => findExternalIds(models, ids),
    findOptedOut: async (keys) => findSuppressedKeys(connection, keys),
    keysOfOptOuts: async (requests) => keysOfOptOuts(models, requests),
    ticketsOfOthers: async (ticketIds, key) => ticketsOfOthers(models, ticketIds, key),
    areTicketIdsTaken: async (ticketIds) =>
      (await models.leads.exists({ psaTicketId: { $in: [...ticketIds] } })) !== null,
    reserveIds: async (kind, count) => reserveNumbers(connection, `${kind}_id`, count),
    saveIntents: async (batch, intents) =>
      batch.countsProgress ? saveIntents(models, batch.fence, intents) : saveSingleIntents(models, intents),
    record: createRecordBatch(connection, onLost),
    saveErrorLogEntries: async (errorLogEntries) =>
      insertErrorLogEntries(connection, errorLogEntries, new Date()),
  };
}

/**
 * Whether a bulk import has ended or is to be cancelled, or a row is decided: one that no worker has begun is ended
 * if its person is erased.
 */
async function isOneOver({ connection, rows }: ImportModels, refs: readonly RowRef[]): Promise<boolean> {
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
async function writeUpdateIntents({ rows }: ImportModels, intents: readonly RowIntent[]): Promise<boolean> {
  return await unlessDuplicate(async () => {
    await collectionOf(rows).bulkWrite(intents.map(intentUpsert), { ordered: false });
    return true;
  });
}

async function findExternalIds(
  { leads }: ImportModels,
  ids: readonly ExternalId[],
): ReturnType<ImportStore['findExternalIds']> {
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
}

async function keysOfOptOuts(
  { connection }: ImportModels,
  requests: readonly OptOutRequest[],
): Promise<readonly SuppressionKey[]> {
  if (requests.length === 0) {
    return [];
  }
  return await connection.transaction(async (session) => {
    const complete = await completeOptOuts(connection, requests, session);
    return complete.flatMap(({ keys }) => keys);
  });
}

async function ticketsOfOthers(
  { leads }: ImportModels,
  ticketIds: readonly number[],
  key: string,
): Promise<ReadonlySet<number>> {
  const psaTicketId = { $in: [...ticketIds] };
  return new Set(await distinctValues<number>(leads, 'psaTicketId', { psaTicketId, key: { $ne: key } }));
}

async function saveIntents(
  models: ImportModels,
  fence: number,
  intents: readonly RowIntent[],
): Promise<void> {
  if (intents.length === 0) {
    return;
  }
  const creations = intents.flatMap(({ ref, intent }) =>
    intent.kind === 'create' ? [{ ref, stood: intent.stood ?? [] }] : [],
  );
  await addCreations(models.connection, fence, creations, new Date());
  const others = intents.filter(({ intent }) => intent.kind !== 'create');
  const isOpen = others.length === 0 || (await writeUpdateIntents(models, others));
  // Checked after the write: whoever ends a job looks for intents after marking it as cancelled.
  const refs = intents.map(({ ref }) => ref);
  if (!isOpen || (await isOneOver(models, refs))) {
    await removeCreations(
      models.connection,
      fence,
      creations.map(({ ref }) => ref),
    );
    await models.rows.updateMany(
      { _id: { $in: others.map(({ ref }) => rowId(ref.jobId, ref.index)) }, status: 'pending' },
      { $set: { intent: null } },
    );
    throw new StaleClaimError('A job or a row of this work has ended, or is to be cancelled');
  }
}

/** In the jobs themselves, so that one write checks and saves. */
async function saveSingleIntents({ jobs }: ImportModels, intents: readonly RowIntent[]): Promise<void> {
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
