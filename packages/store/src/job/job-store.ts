import { rowJobTypes, unfinishedJobStatuses, type JobType } from '@leadbridge/contracts';
import { createGroupCommit, type GroupCommit } from '@leadbridge/platform';
import type {
  JobQuery,
  JobRecord,
  JobRow,
  JobRowQuery,
  JobStore,
  Page,
  PutBack,
  NewJob,
  NewJobRows,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { areDuplicateKeys } from '../duplicate-key.js';
import { readPage } from '../read-page.js';
import { insertMissingRows } from './insert-rows.js';
import { newJobDocument, presentJob } from './job-documents.js';
import { jobModel, type JobDocument } from './job-model.js';
import { createJobCommits } from './job-commits.js';
import { createJobRetries } from './job-retries.js';
import { jobsOfLead } from './jobs-of-lead.js';
import { rowNumberOf, jobRowModel, type JobRowDocument } from './job-row-model.js';
import { createJobUndos } from './job-undos.js';

interface JobModels {
  readonly connection: Connection;
  readonly jobs: ReturnType<typeof jobModel>;
  readonly rows: ReturnType<typeof jobRowModel>;
  readonly inserts: GroupCommit<JobDocument>;
}

export function createJobStore(connection: Connection): JobStore {
  const jobs = jobModel(connection);
  const models: JobModels = {
    connection,
    jobs,
    rows: jobRowModel(connection),
    // An existing job was stored by an earlier call; the others are still stored.
    inserts: createGroupCommit<JobDocument>(async (documents) => {
      try {
        await collectionOf(jobs).insertMany(documents, { ordered: false });
      } catch (error) {
        if (!areDuplicateKeys(error)) {
          throw error;
        }
      }
    }),
  };

  return {
    ...createJobRetries(connection),
    ...createJobCommits(connection),
    ...createJobUndos(connection),
    create: async (job) => createJob(models, job),
    createWithRows: async (job, rows) => createWithRows(models, job, rows),
    find: async (jobId) => findJob(models, jobId),
    list: async (query) => listJobs(models, query),
    rows: async (jobId, query) => listRows(models, jobId, query),
    streamRows: (jobId, filter) => streamRows(models, jobId, filter),
    requestCancel: async (jobId) => requestCancel(models, jobId),
    countPutBack: async (at) => countPutBack(models, at),
  };
}

async function createJob<T extends JobType>({ inserts }: JobModels, job: NewJob<T>): Promise<void> {
  await inserts.submit(newJobDocument(job));
}

async function createWithRows(
  { connection, inserts }: JobModels,
  job: NewJob,
  newRows: NewJobRows,
): Promise<void> {
  await insertMissingRows(connection, job, newRows);
  await inserts.submit(newJobDocument(job));
}

async function findJob({ jobs }: JobModels, jobId: string): Promise<JobRecord | null> {
  const document = await jobs.findById(jobId).lean<JobDocument>();
  return document === null ? null : presentJob(document);
}

async function* streamRows(
  { rows }: JobModels,
  jobId: string,
  filter: { status?: 'pending' | 'succeeded' | 'failed'; withData?: boolean } = {},
): AsyncIterable<JobRow> {
  const cursor = rows
    .find({ jobId, ...(filter.status === undefined ? {} : { status: filter.status }) })
    .sort({ index: 1 })
    .select({ intent: 0, ...(filter.withData === true ? {} : { data: 0 }) })
    .lean<JobRowDocument>()
    .cursor({ batchSize: 500 });
  for await (const document of cursor) {
    yield presentRow(document);
  }
}

async function requestCancel({ jobs }: JobModels, jobId: string): Promise<boolean> {
  const changed = await jobs.updateOne(
    { _id: jobId, type: { $in: rowJobTypes }, status: { $in: unfinishedJobStatuses } },
    { $set: { cancelRequested: true } },
  );
  return changed.matchedCount === 1;
}

async function countPutBack(
  { jobs }: JobModels,
  at: string,
): Promise<ReadonlyMap<PutBack['reason'], number>> {
  const counts = await jobs.aggregate<{ _id: PutBack['reason']; count: number }>([
    { $match: { 'putBack.until': { $gt: new Date(at) }, status: { $in: unfinishedJobStatuses } } },
    { $group: { _id: '$putBack.reason', count: { $sum: 1 } } },
  ]);
  return new Map(counts.map(({ _id, count }) => [_id, count]));
}

async function listJobs(models: JobModels, query: JobQuery): Promise<Page<JobRecord>> {
  const filter = await filterOf(models, query);
  const [{ documents, next }, total] = await Promise.all([
    readPage<JobDocument>(models.jobs.find(filter), { createdAt: -1, _id: -1 }, query),
    models.jobs.countDocuments(filter),
  ]);
  return { items: documents.map(presentJob), total, next };
}

async function filterOf({ connection }: JobModels, query: JobQuery): Promise<object> {
  const { type, status, parentJobId, source, requestedBy, leadId } = query;
  const equal = { type, status, parentJobId, 'input.source': source, 'actor.id': requestedBy };
  return {
    ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined)),
    ...(leadId === undefined ? {} : { $or: await jobsOfLead(connection, leadId) }),
  };
}

async function listRows({ rows }: JobModels, jobId: string, query: JobRowQuery): Promise<Page<JobRow>> {
  const filter = {
    jobId,
    ...(query.status === undefined ? {} : { status: query.status }),
    ...(query.result === undefined ? {} : { result: query.result }),
  };
  const [{ documents, next }, total] = await Promise.all([
    readPage<JobRowDocument>(rows.find(filter).select({ intent: 0 }), { index: 1 }, query),
    rows.countDocuments(filter),
  ]);
  return { items: documents.map(presentRow), total, next };
}

function presentRow({ index, row, status, outcome, data }: JobRowDocument): JobRow {
  return {
    index,
    row: rowNumberOf({ index, row }),
    status: outcome?.status ?? status,
    outcome,
    ...(data === undefined ? {} : { data }),
  };
}
