import { isEarlyStatus, UNDONE, type SuppressionKey } from '@leadbridge/domain';
import {
  StaleClaimError,
  type ImportIntent,
  type ImportStore,
  type KnownLead,
  type RowRef,
  type ExternalId,
  type OptOutRequest,
} from '@leadbridge/usecases';
import type { Connection, mongo } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { collectionOf } from '../collection-of.js';
import { unlessDuplicate } from '../duplicate-key.js';
import { anyJobIsOver } from '../job/any-job-is-over.js';
import { createErasedPersons } from '../erasure/erased-keys.js';
import { jobRowModel, rowId, type JobRowDocument } from '../job/job-row-model.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { statesOf } from '../lead/present-lead.js';
import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { reserveNumbers } from '../sequence.js';
import { personKeysOfLead } from '../suppression/person-leads.js';
import { findSuppressedKeys } from '../suppression/suppressed-keys.js';
import { completeOptOuts } from '../suppression/write-opt-outs.js';
import { createClaims } from '../import/claims.js';
import { addCreations, removeCreations } from '../import/creation-model.js';
import { createCompanies } from '../import/companies.js';
import { createListGroups } from '../list-group/list-groups.js';
import { createRecordBatch } from './record-batch.js';

interface ImportModels {
  readonly connection: Connection;
  readonly leads: ReturnType<typeof leadModel>;
  readonly rows: ReturnType<typeof jobRowModel>;
}

export function createImportStore(connection: Connection): ImportStore {
  const models: ImportModels = {
    connection,
    leads: leadModel(connection),
    rows: jobRowModel(connection),
  };

  return {
    ...createClaims(connection),
    ...createListGroups(connection),
    ...createCompanies(connection),
    ...createErasedPersons(connection),
    findLeads: async (keys) => findLeads(models, keys),
    findExternalIds: async (ids) => findExternalIds(models, ids),
    findOptedOut: async (keys) => findSuppressedKeys(connection, keys),
    keysOfOptOuts: async (requests) => keysOfOptOuts(models, requests),
    ticketsOfOthers: async (ticketIds, key) => ticketsOfOthers(models, ticketIds, key),
    reserveIds: async (kind, count) => reserveNumbers(connection, `${kind}_id`, count),
    saveIntents: async (fence, intents) => saveIntents(models, fence, intents),
    record: createRecordBatch(connection),
    saveErrorLogEntries: async (errorLogEntries) =>
      insertErrorLogEntries(connection, errorLogEntries, new Date()),
  };
}

/** A row that no worker has begun is ended if its person is erased. */
async function isOneDecided({ rows }: ImportModels, refs: readonly RowRef[]): Promise<boolean> {
  const ids = refs.map(({ jobId, index }) => rowId(jobId, index));
  return (await rows.exists({ _id: { $in: ids }, status: { $ne: 'pending' } })) !== null;
}

/** False if a row already has its outcome. */
async function writeUpdateIntents({ rows }: ImportModels, intents: readonly RowIntent[]): Promise<boolean> {
  return await unlessDuplicate(async () => {
    await collectionOf(rows).bulkWrite(intents.map(intentUpsert), { ordered: false });
    return true;
  });
}

async function findLeads(
  { leads }: ImportModels,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KnownLead>> {
  const documents = await leads
    .find({ key: { $in: [...keys] } })
    .select({
      key: 1,
      psaTicketId: 1,
      psaUserId: 1,
      lead: 1,
      sources: 1,
      personKeys: 1,
      updatedAt: 1,
      doNotContact: 1,
      externalIds: 1,
      provenance: 1,
      fieldStates: 1,
      status: 1,
    })
    .lean<LeadDocument[]>();
  return new Map(documents.map((document) => [document.key, knownLead(document)]));
}

async function findExternalIds(
  { leads }: ImportModels,
  ids: readonly ExternalId[],
): Promise<readonly (ExternalId & Pick<KnownLead, 'leadId' | 'key'>)[]> {
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
  const jobIds = [...new Set(refs.map(({ jobId }) => jobId))];
  const found = await Promise.all([anyJobIsOver(models.connection, jobIds), isOneDecided(models, refs)]);
  if (!isOpen || found.includes(true)) {
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
