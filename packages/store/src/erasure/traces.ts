import { erasedCode } from '@leadbridge/contracts';
import type { Erasure, ErasureStore, TraceChange, TraceDocument, TraceKind } from '@leadbridge/usecases';
import type { ClientSession, Connection, Model } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { collectionOf } from '../collection-of.js';
import { auditModel, type AuditDocument } from '../audit/audit-model.js';
import { deliveryModel, type DeliveryDocument } from '../delivery/delivery-model.js';
import { eventModel, hasData } from '../event/event-model.js';
import { importMappingModel, type ImportMappingDocument } from '../import-mapping/import-mapping-model.js';
import { idempotencyModel, type IdempotencyDocument } from '../idempotency/idempotency-model.js';
import { jobModel, type JobDocument } from '../job/job-model.js';
import { sourcesOfJobs } from '../job/sources-of-jobs.js';
import { jobRowModel, rowId, type JobRowDocument } from '../job/job-row-model.js';
import { errorLogModel, rowPlacesOf, type ErrorLogDocument } from '../error-log/error-log-model.js';
import { saveErasure } from './erasure-model.js';

type Page = Readonly<{ after: string | null; limit: number; erasure: Erasure }>;

interface TraceDependencies {
  readonly connection: Connection;
  readonly models: ReturnType<typeof modelsOf>;
  /** The events about a person's records. */
  readonly eventsOf: (erasure: Erasure) => Promise<ReadonlySet<string>>;
}

type Reader = (deps: TraceDependencies, page: Page) => Promise<readonly TraceDocument[]>;

const readers: Readonly<Record<TraceKind, Reader>> = {
  jobs: readJobs,
  job_rows: readJobRows,
  error_log: readErrorLog,
  audit_log: readAuditLog,
  idempotency_keys: readIdempotencyKeys,
  webhook_deliveries: readDeliveries,
  import_mappings: readImportMappings,
};

/** Reads and changes data outside of records that names a person, page by page; see `ErasureStore`. */
export function createTraces(connection: Connection): Pick<ErasureStore, 'traces' | 'writeTraces'> {
  const deps: TraceDependencies = {
    connection,
    models: modelsOf(connection),
    eventsOf: rememberEvents(connection),
  };

  return {
    traces: async (erasure, kind, limit) => readers[kind](deps, { after: erasure.cursor, limit, erasure }),
    writeTraces: async (next, kind, changes, fence) => writeTraces(deps, next, kind, changes, fence),
  };
}

function modelsOf(connection: Connection) {
  return {
    jobs: jobModel(connection),
    job_rows: jobRowModel(connection),
    error_log: errorLogModel(connection),
    audit_log: auditModel(connection),
    idempotency_keys: idempotencyModel(connection),
    webhook_deliveries: deliveryModel(connection),
    import_mappings: importMappingModel(connection),
  } as const satisfies Record<TraceKind, Pick<Model<never>, 'collection'>>;
}

/** The events about the records of the last requested erasure, looked up once. */
function rememberEvents(connection: Connection): TraceDependencies['eventsOf'] {
  let events: { readonly jobId: string; readonly ids: Promise<ReadonlySet<string>> } | null = null;
  return async (erasure) => {
    if (events?.jobId !== erasure.jobId) {
      events = { jobId: erasure.jobId, ids: findEvents(connection, erasure) };
    }
    return await events.ids;
  };
}

async function findEvents(
  connection: Connection,
  { leadIds, prospectIds, opportunityIds }: Erasure,
): Promise<ReadonlySet<string>> {
  const ids = await distinctValues<string>(eventModel(connection), '_id', {
    ...hasData,
    // The index of events with data is only used for a time.
    at: { $gt: new Date(0) },
    $or: [
      { 'data.lead_id': { $in: [...leadIds] } },
      { 'data.prospect_id': { $in: [...prospectIds] } },
      { 'data.opportunity_id': { $in: [...opportunityIds] } },
    ],
  });
  return new Set(ids.map(String));
}

async function writeTraces(
  { connection, models }: TraceDependencies,
  next: Erasure,
  kind: TraceKind,
  changes: readonly TraceChange[],
  fence: number,
): Promise<void> {
  if (changes.length === 0) {
    await saveErasure(connection, next, fence);
    return;
  }
  await connection.transaction(async (session) => {
    await collectionOf<{ _id: string }>(models[kind]).bulkWrite(
      changes.map(({ id, set }) =>
        set === null
          ? { deleteOne: { filter: { _id: id } } }
          : { updateOne: { filter: { _id: id }, update: { $set: { ...set } } } },
      ),
      { session, ordered: false },
    );
    if (kind === 'job_rows') {
      await touchJobs(models, changes, session);
    }
    await saveErasure(connection, next, fence, session);
  });
}

/** A commit or retry that has read one of the rows before conflicts, and reads them again. */
async function touchJobs(
  { jobs, job_rows: rows }: TraceDependencies['models'],
  changes: readonly TraceChange[],
  session: ClientSession,
): Promise<void> {
  const changed = await rows
    .find({ _id: { $in: changes.map(({ id }) => id) } })
    .session(session)
    .select({ jobId: 1 })
    .lean<Pick<JobRowDocument, 'jobId'>[]>();
  const ids = [...new Set(changed.map(({ jobId }) => jobId))];
  await jobs.updateMany({ _id: { $in: ids } }, { $inc: { rowsVersion: 1 } }, { session });
}

async function readJobs({ models }: TraceDependencies, page: Page): Promise<readonly TraceDocument[]> {
  const documents = await models.jobs
    .find(behindCursor(page))
    .sort({ _id: 1 })
    .limit(page.limit)
    .select({ type: 1, status: 1, input: 1, result: 1, error: 1, 'row.outcome': 1 })
    .lean<JobDocument[]>();
  return documents.map(({ _id: id, type, status, input, result, error, row }) => ({
    kind: 'jobs',
    ...{ id, type, status, input, error },
    result: result === null ? null : { ...result },
    outcome: row?.outcome ?? null,
  }));
}

async function readJobRows(
  { connection, models }: TraceDependencies,
  page: Page,
): Promise<readonly TraceDocument[]> {
  const documents = await models.job_rows
    .find(behindCursor(page))
    .sort({ _id: 1 })
    .limit(page.limit)
    .select({ jobId: 1, status: 1, data: 1, outcome: 1 })
    .lean<JobRowDocument[]>();
  const sources = await sourcesOfJobs(
    connection,
    documents.map(({ jobId }) => jobId),
  );
  return documents.map(({ _id: id, jobId, status, data, outcome }) => ({
    kind: 'job_rows',
    ...{ id, jobId, status, source: sources.get(jobId) ?? '', data, outcome },
  }));
}

async function readErrorLog({ models }: TraceDependencies, page: Page): Promise<readonly TraceDocument[]> {
  const documents = await models.error_log
    .find(behindCursor(page))
    .sort({ _id: 1 })
    .limit(page.limit)
    .select({ message: 1, leadId: 1, jobId: 1, rows: 1, rowPlaces: 1 })
    .lean<ErrorLogDocument[]>();
  const erased = new Set(
    await distinctValues<string>(models.job_rows, '_id', {
      _id: { $in: documents.flatMap(rowIdsOf) },
      'outcome.code': erasedCode,
    }),
  );
  return documents.map((document) => {
    const { _id: id, message, leadId, jobId } = document;
    const isOfErasedRow = rowIdsOf(document).some((row) => erased.has(row));
    return { kind: 'error_log', ...{ id, message, leadId, jobId, isOfErasedRow } };
  });
}

function rowIdsOf({ jobId, ...entry }: ErrorLogDocument): readonly string[] {
  return jobId === null ? [] : rowPlacesOf(entry).map(({ index }) => rowId(jobId, index));
}

async function readAuditLog({ models }: TraceDependencies, page: Page): Promise<readonly TraceDocument[]> {
  const documents = await models.audit_log
    .find(behindCursor(page))
    .sort({ _id: 1 })
    .limit(page.limit)
    .select({ target: 1, changes: 1 })
    .lean<AuditDocument[]>();
  return documents.map(({ _id: id, target, changes }) => ({ kind: 'audit_log', id, target, changes }));
}

async function readIdempotencyKeys(
  { models }: TraceDependencies,
  page: Page,
): Promise<readonly TraceDocument[]> {
  const documents = await models.idempotency_keys
    .find({ ...behindCursor(page), sealed: { $ne: null } })
    .sort({ _id: 1 })
    .limit(page.limit)
    .select({ sealed: 1 })
    .lean<Pick<IdempotencyDocument, '_id' | 'sealed'>[]>();
  return documents.flatMap(({ _id: id, sealed }) =>
    sealed === null ? [] : [{ kind: 'idempotency_keys', id, sealed: Buffer.from(sealed.buffer) }],
  );
}

async function readDeliveries(
  { eventsOf, models }: TraceDependencies,
  page: Page,
): Promise<readonly TraceDocument[]> {
  const own = await eventsOf(page.erasure);
  const documents = await models.webhook_deliveries
    .find({
      ...behindCursor(page),
      $or: [{ request: { $type: 'object' } }, { 'attempts.response': { $type: 'string' } }],
    })
    .sort({ _id: 1 })
    .limit(page.limit)
    .select({ eventId: 1, request: 1, attempts: 1 })
    .lean<Pick<DeliveryDocument, '_id' | 'eventId' | 'request' | 'attempts'>[]>();
  return documents.map(({ _id: id, eventId, request = null, attempts }) => ({
    kind: 'webhook_deliveries',
    ...{ id, request, attempts, isOfTheirs: own.has(eventId) },
  }));
}

async function readImportMappings(
  { models }: TraceDependencies,
  page: Page,
): Promise<readonly TraceDocument[]> {
  const documents = await models.import_mappings
    .find(behindCursor(page))
    .sort({ _id: 1 })
    .limit(page.limit)
    .lean<ImportMappingDocument[]>();
  return documents.map(({ _id: id, columns }) => ({
    kind: 'import_mappings',
    id,
    columns: columns.map(({ column }) => column),
  }));
}

function behindCursor({ after }: Page): { readonly _id?: { readonly $gt: string } } {
  return after === null ? {} : { _id: { $gt: after } };
}
