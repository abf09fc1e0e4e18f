import { rowJobTypes, unfinishedJobStatuses, type JobType } from '@leadbridge/contracts';
import { createGroupCommit, given } from '@leadbridge/platform';
import type {
  JobQuery,
  JobRow,
  JobRowFilter,
  JobStore,
  PutBack,
  NewJob,
  SentRef,
  SentRow,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { areDuplicateKeys, transactDespiteCollisions } from '../duplicate-key.js';
import { listPage, presented, readPage } from '../read-page.js';
import { insertMissingRows, insertRows } from './insert-rows.js';
import { newJobDocument, presentJob } from './job-documents.js';
import { jobModel, type JobDocument } from './job-model.js';
import { createJobCommits } from './job-commits.js';
import { createJobRetries } from './job-retries.js';
import { rowNumberOf, jobRowModel, type JobRowDocument, rowId } from './job-row-model.js';
import { distinctValues } from '../distinct-values.js';
import { prospectModel, type ProspectDocument } from '../prospect/prospect-model.js';

/** Results of an undo that did not finish: another undo may do the rest. */
const cutShort = ['failed', 'cancelled'];

type Import = Pick<JobDocument, '_id' | 'type' | 'input' | 'parentJobId'>;

const notShown = { intent: 0, data: 0 };

export function createJobStore(connection: Connection): JobStore {
  const jobs = jobModel(connection);
  // An existing job was stored by an earlier call; the others are still stored.
  const inserts = createGroupCommit<JobDocument>(async (documents) => {
    try {
      await collectionOf(jobs).insertMany(documents, { ordered: false });
    } catch (error) {
      if (!areDuplicateKeys(error)) {
        throw error;
      }
    }
  });

  return {
    ...createJobRetries(connection),
    ...createJobCommits(connection),
    ...createJobUndos(connection),
    ...createJobReader(connection),

    async create<T extends JobType>(job: NewJob<T>): Promise<void> {
      await inserts.submit(newJobDocument(job));
    },

    async createWithRows(job, newRows) {
      await insertMissingRows(connection, job, newRows);
      await inserts.submit(newJobDocument(job));
    },

    sentRows: createSentRows(connection),

    async requestCancel(jobId) {
      const changed = await jobs.updateOne(
        { _id: jobId, type: { $in: rowJobTypes }, status: { $in: unfinishedJobStatuses } },
        { $set: { cancelRequested: true } },
      );
      return changed.matchedCount === 1;
    },
  };
}

function createJobReader(connection: Connection) {
  const jobs = jobModel(connection);
  const rows = jobRowModel(connection);

  return {
    find: async (jobId) => presented(jobs.findById(jobId).lean<JobDocument>(), presentJob),

    async list(query) {
      const filter = await filterOf(connection, query);
      return await listPage(jobs, query, { filter, order: { createdAt: -1, _id: -1 }, present: presentJob });
    },

    async rows(jobId, query) {
      const filter = rowFilter(jobId, query);
      const [{ documents, next }, total] = await Promise.all([
        readPage<JobRowDocument>(rows.find(filter).select(notShown), { index: 1 }, query),
        rows.countDocuments(filter),
      ]);
      return { items: documents.map(presentRow), total, next };
    },

    async *streamRows(jobId, filter = {}) {
      const cursor = rows
        .find(rowFilter(jobId, filter))
        .sort({ index: 1 })
        .select(notShown)
        .lean<JobRowDocument>()
        .cursor({ batchSize: 500 });
      for await (const document of cursor) {
        yield presentRow(document);
      }
    },

    async countPutBack(at) {
      const counts = await jobs.aggregate<{ _id: PutBack['reason']; count: number }>([
        { $match: { 'putBack.until': { $gt: new Date(at) }, status: { $in: unfinishedJobStatuses } } },
        { $group: { _id: '$putBack.reason', count: { $sum: 1 } } },
      ]);
      return new Map(counts.map(({ _id, count }) => [_id, count]));
    },
  } satisfies Partial<JobStore>;
}

async function filterOf(connection: Connection, query: JobQuery): Promise<object> {
  const { type, status, parentJobId, source, requestedBy, leadId } = query;
  return {
    ...given({ type, status, parentJobId, 'input.source': source, 'actor.id': requestedBy }),
    ...(leadId === undefined ? {} : { $or: await jobsOfLead(connection, leadId) }),
  };
}

function rowFilter(jobId: string, { status, result }: JobRowFilter): object {
  return { jobId, ...given({ status, result }) };
}

function presentRow({ index, row, status, outcome }: JobRowDocument): JobRow {
  return { index, row: rowNumberOf({ index, row }), status: outcome?.status ?? status, outcome };
}

/** Undos of imports: an import is undone once. */
function createJobUndos(connection: Connection): Pick<JobStore, 'createUndo'> {
  const jobs = jobModel(connection);
  const rows = jobRowModel(connection);

  return {
    async createUndo(job) {
      const parentId = job.input.parent_job_id;
      return await transactDespiteCollisions(connection, async (session) => {
        if ((await jobs.exists({ _id: job.jobId }).session(session)) !== null) {
          return null;
        }
        const parent = await jobs.findById(parentId).session(session).lean<JobDocument>();
        const undoneBy = parent?.undoneBy ?? null;
        if (undoneBy !== null && !job.input.dry_run) {
          const undo = await jobs.findById(undoneBy).session(session).lean<JobDocument>();
          if (undo !== null && !cutShort.includes(undo.status)) {
            return undoneBy;
          }
        }
        if (!job.input.dry_run) {
          await jobs.updateOne({ _id: parentId }, { $set: { undoneBy: job.jobId } }, { session });
        }
        const found = await rows
          .find({ jobId: parentId })
          .session(session)
          .sort({ index: 1 })
          .select({ _id: 0, index: 1, row: 1 })
          .lean<Pick<JobRowDocument, 'index' | 'row'>[]>();
        // A single import that was rejected before its first intent has no row.
        const imported = found.length === 0 ? [{ index: 0 }] : found;
        await insertRows(
          connection,
          job,
          imported.map((row) => ({ ...row, data: null })),
          session,
        );
        const document = newJobDocument({ ...job, total: imported.length, parentJobId: parentId });
        await collectionOf(jobs).insertOne(document, { session });
        return null;
      });
    },
  };
}

/** The conditions for a job that imported or changed a lead or what it became; each has an index. */
async function jobsOfLead(connection: Connection, leadId: number): Promise<object[]> {
  const [jobIds, prospects] = await Promise.all([
    distinctValues<string>(jobRowModel(connection), 'jobId', { 'outcome.leadId': leadId }),
    prospectModel(connection)
      .find({ leadId })
      .select({ opportunityId: 1 })
      .lean<Pick<ProspectDocument, '_id' | 'opportunityId'>[]>(),
  ]);
  const opportunityIds = prospects.flatMap(({ opportunityId }) => opportunityId ?? []);
  return [
    { _id: { $in: jobIds } },
    { 'input.lead_id': leadId },
    { 'result.lead_id': leadId },
    { 'input.prospect_id': { $in: prospects.map(({ _id }) => _id) } },
    { 'input.opportunity_id': { $in: opportunityIds } },
  ];
}

/** Where people's names of rows are read from: nothing else stores them, so an erasure leaves no copy. */
function createSentRows(connection: Connection): JobStore['sentRows'] {
  const jobs = jobModel(connection);
  const rows = jobRowModel(connection);

  const findJobs = async (ids: readonly string[]): Promise<ReadonlyMap<string, Import>> => {
    const documents = await jobs
      .find({ _id: { $in: [...new Set(ids)] } })
      .select({ type: 1, parentJobId: 1, 'input.source': 1, 'input.data': 1 })
      .lean<Import[]>();
    return new Map(documents.map((job) => [job._id, job]));
  };

  return async (refs) => {
    const own = await findJobs(refs.map(({ jobId }) => jobId));
    const undone = await findJobs([...own.values()].flatMap((job) => undoneBy(job) ?? []));
    const importOf = ({ jobId }: SentRef): Import | undefined => {
      const job = own.get(jobId);
      return job === undefined ? undefined : (undone.get(undoneBy(job) ?? '') ?? job);
    };
    const idsOf = (ref: SentRef): string[] => {
      const job = importOf(ref);
      const hasRows = job?.type === 'bulk_import' || job?.type === 'opt_out_list';
      return hasRows && ref.index !== null ? [rowId(job._id, ref.index)] : [];
    };
    const documents = await rows
      .find({ _id: { $in: refs.flatMap(idsOf) } })
      .select({ data: 1 })
      .lean<Pick<JobRowDocument, '_id' | 'data'>[]>();
    const dataById = new Map(documents.map(({ _id, data }) => [_id, data]));
    return refs.flatMap((ref): SentRow[] => {
      const job = importOf(ref);
      const { source: named, data: single = null } = job?.input ?? {};
      const source = typeof named === 'string' ? named : null;
      const data = job?.type === 'lead_import' ? single : (dataById.get(idsOf(ref)[0] ?? '') ?? null);
      return data === null ? [] : [{ ...ref, source, data }];
    });
  };
}

function undoneBy({ type, parentJobId }: Import): string | null {
  return type === 'undo_import' ? (parentJobId ?? null) : null;
}
