import { erasedCode } from '@leadbridge/contracts';
import type { Erasure, ErasureStore, TraceChange, TraceDocument, TraceKind } from '@leadbridge/usecases';
import type { ClientSession, Connection, Model, mongo } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { collectionOf } from '../collection-of.js';
import { auditModel } from '../audit/audit-model.js';
import { deliveryModel, type DeliveryDocument } from '../delivery/delivery-model.js';
import { eventModel } from '../event/event-model.js';
import { importMappingModel } from '../import-mapping/import-mapping-model.js';
import { idempotencyModel } from '../idempotency/idempotency-model.js';
import { jobModel } from '../job/job-model.js';
import { sourcesOfJobs } from '../job/sources-of-jobs.js';
import { jobRowModel, rowId, type JobRowDocument } from '../job/job-row-model.js';
import { errorLogModel, rowPlacesOf, type ErrorLogDocument } from '../error-log/error-log-model.js';
import { saveErasure } from './erasure-model.js';

type Documents = readonly TraceDocument[];
type Present<T> = (
  documents: readonly T[],
  connection: Connection,
  of: Erasure,
) => Documents | Promise<Documents>;

interface Trace {
  readonly collectionOf: (connection: Connection) => mongo.Collection<{ _id: string }>;
  readonly left: Readonly<Record<string, unknown>>;
  readonly fields: readonly string[];
  readonly read: (connection: Connection, erasure: Erasure, limit: number) => Promise<Documents>;
}

/** @param fields those that may name a person, and what is needed to tell */
function trace<T extends { _id: string }>(
  modelOf: ((connection: Connection) => Model<T>) & Pick<Trace, 'left'>,
  fields: readonly string[],
  present: Present<T>,
  filter: object = {},
): Trace {
  return {
    collectionOf: (connection) => collectionOf<{ _id: string }>(modelOf(connection)),
    left: modelOf.left,
    fields,
    async read(connection, erasure, limit) {
      const after = erasure.cursor === null ? {} : { _id: { $gt: erasure.cursor } };
      const documents = await modelOf(connection)
        .find({ ...after, ...filter })
        .sort({ _id: 1 })
        .limit(limit)
        .select([...fields])
        .lean<T[]>();
      return await present(documents, connection, erasure);
    },
  };
}

/** A test compares the fields with those that are declared as personal. */
export const traces: Readonly<Record<TraceKind, Trace>> = {
  jobs: trace(jobModel, ['type', 'status', 'input', 'result', 'error', 'row.outcome'], (documents) =>
    documents.map(({ _id: id, type, status, input, result, error, row }) => ({
      kind: 'jobs',
      ...{ id, type, status, input, error },
      result: result === null ? null : { ...result },
      outcome: row?.outcome ?? null,
    })),
  ),
  job_rows: trace(jobRowModel, ['jobId', 'status', 'data', 'outcome'], readRows),
  error_log: trace(errorLogModel, ['message', 'leadId', 'jobId', 'rows', 'rowPlaces'], readEntries),
  audit_log: trace(auditModel, ['target', 'changes'], (documents) =>
    documents.map(({ _id: id, target, changes }) => ({ kind: 'audit_log', id, target, changes })),
  ),
  idempotency_keys: trace(
    idempotencyModel,
    ['sealed'],
    (documents) =>
      documents.flatMap(({ _id: id, sealed }) =>
        sealed === null ? [] : [{ kind: 'idempotency_keys', id, sealed: Buffer.from(sealed.buffer) }],
      ),
    { sealed: { $ne: null } },
  ),
  webhook_deliveries: trace(deliveryModel, ['eventId', 'request', 'attempts'], readDeliveries, {
    $or: [{ request: { $type: 'object' } }, { 'attempts.response': { $type: 'string' } }],
  }),
  import_mappings: trace(importMappingModel, ['columns'], (documents) =>
    documents.map(({ _id: id, columns }) => ({
      kind: 'import_mappings',
      id,
      columns: columns.map(({ column }) => column),
    })),
  ),
};

/** Reads and changes data outside of records that names a person, page by page; see `ErasureStore`. */
export function createTraces(connection: Connection): Pick<ErasureStore, 'traces' | 'writeTraces'> {
  return {
    traces: async (erasure, kind, limit) => traces[kind].read(connection, erasure, limit),

    async writeTraces(next, kind, changes, fence) {
      if (changes.length === 0) {
        await saveErasure(connection, next, fence);
        return;
      }
      await connection.transaction(async (session) => {
        const { collectionOf: ofKind, left } = traces[kind];
        await ofKind(connection).bulkWrite(
          changes.map(({ id, isTheirs, set }) =>
            set === null
              ? { deleteOne: { filter: { _id: id } } }
              : {
                  updateOne: { filter: { _id: id }, update: { $set: { ...(isTheirs ? left : {}), ...set } } },
                },
          ),
          { session, ordered: false },
        );
        if (kind === 'job_rows') {
          await touchJobs(connection, changes, session);
        }
        await saveErasure(connection, next, fence, session);
      });
    },
  };
}

/** A commit or retry that has read one of the rows before conflicts, and reads them again. */
async function touchJobs(
  connection: Connection,
  changes: readonly TraceChange[],
  session: ClientSession,
): Promise<void> {
  const changed = await jobRowModel(connection)
    .find({ _id: { $in: changes.map(({ id }) => id) } })
    .session(session)
    .select({ jobId: 1 })
    .lean<Pick<JobRowDocument, 'jobId'>[]>();
  const ids = [...new Set(changed.map(({ jobId }) => jobId))];
  await jobModel(connection).updateMany({ _id: { $in: ids } }, { $inc: { rowsVersion: 1 } }, { session });
}

async function readRows(documents: readonly JobRowDocument[], connection: Connection): Promise<Documents> {
  const sources = await sourcesOfJobs(
    connection,
    documents.map(({ jobId }) => jobId),
  );
  const sourceOf = (jobId: string): string | null => {
    const source = sources.get(jobId);
    return source === undefined ? '' : source;
  };
  return documents.map(({ _id: id, jobId, status, data, outcome }) => ({
    kind: 'job_rows',
    ...{ id, jobId, status, data, outcome },
    source: sourceOf(jobId),
  }));
}

async function readEntries(
  documents: readonly ErrorLogDocument[],
  connection: Connection,
): Promise<Documents> {
  const erased = new Set(
    await distinctValues<string>(jobRowModel(connection), '_id', {
      _id: { $in: documents.flatMap(rowIdsOf) },
      'outcome.code': erasedCode,
    }),
  );
  return documents.map((document) => {
    const { _id: id, message, leadId, jobId } = document;
    const rowIds = rowIdsOf(document);
    const isOfErasedRow = rowIds.some((row) => erased.has(row));
    return { kind: 'error_log', ...{ id, message, leadId, jobId, rowIds, isOfErasedRow } };
  });
}

function rowIdsOf({ jobId, ...entry }: ErrorLogDocument): readonly string[] {
  return jobId === null ? [] : rowPlacesOf(entry).map(({ index }) => rowId(jobId, index));
}

async function readDeliveries(
  documents: readonly DeliveryDocument[],
  connection: Connection,
  { leadIds, prospectIds, opportunityIds }: Erasure,
): Promise<Documents> {
  const ids = await distinctValues<string>(eventModel(connection), '_id', {
    _id: { $in: documents.map(({ eventId }) => eventId) },
    $or: [
      { 'data.lead_id': { $in: [...leadIds] } },
      { 'data.prospect_id': { $in: [...prospectIds] } },
      { 'data.opportunity_id': { $in: [...opportunityIds] } },
    ],
  });
  const own = new Set(ids);
  return documents.map(({ _id: id, eventId, request = null, attempts }) => ({
    kind: 'webhook_deliveries',
    ...{ id, request, attempts, isOfTheirs: own.has(eventId) },
  }));
}
