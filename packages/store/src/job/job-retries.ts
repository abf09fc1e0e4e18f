import { erasedCode, unfinishedJobStatuses } from '@leadbridge/contracts';
import type { JobStore, NewJob, NewJobRow } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { defineModel, type DocumentOf } from '../define-model.js';
import { date, number, text } from '../fields.js';
import { collectionOf } from '../collection-of.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { rowRetentionSeconds } from '../retention.js';
import { insertRows } from './insert-rows.js';
import { newJobDocument, withDataOf } from './job-documents.js';
import { jobModel, type JobDocument } from './job-model.js';
import { jobRowModel, type JobRowDocument } from './job-row-model.js';

/** How often a family of jobs was retried; two concurrent retries conflict on this document. */
const retryCountModel = defineModel({
  name: 'RetryCount',
  collection: 'job_retries',
  fields: {
    /** The first job of the family. */
    _id: text(),
    version: number(),
    at: date(),
  },
  indexes: [
    // Longer than any of its jobs can be retried.
    [{ at: 1 }, { expireAfterSeconds: 2 * rowRetentionSeconds }],
  ],
});

type RetryCountDocument = DocumentOf<typeof retryCountModel>;

type Relative = Pick<JobDocument, '_id' | 'status' | 'parentJobId'>;

/** Retries of bulk imports: a row runs once at a time, and not again once it was imported. */
export function createJobRetries(connection: Connection): Pick<JobStore, 'retryableRows' | 'createRetry'> {
  const jobs = jobModel(connection);
  const rows = jobRowModel(connection);
  const counts = retryCountModel(connection);

  return {
    ...createRetryableRows(connection),

    async createRetry(job, newRows, family) {
      return await transactDespiteCollisions(connection, async (session) => {
        if ((await jobs.exists({ _id: job.jobId }).session(session)) !== null) {
          return true;
        }
        const count = await counts.findById(family.jobId).session(session).lean<RetryCountDocument>();
        if ((count?.version ?? 0) !== family.version) {
          return false;
        }
        const parent = await jobs
          .findOneAndUpdate({ _id: job.parentJobId ?? '' }, { $inc: { rowsVersion: 1 } }, { session })
          .lean<JobDocument>();
        // An erasure may have emptied rows since they were read. It writes to the parent as well.
        if (await isOneErased(rows, job, newRows, session)) {
          return false;
        }
        await counts.updateOne(
          { _id: family.jobId },
          { $set: { version: family.version + 1, at: new Date(job.createdAt) } },
          { upsert: true, session },
        );
        await insertRows(connection, job, newRows, session);
        const stored = parent === null ? job : withDataOf(job, parent);
        await collectionOf(jobs).insertOne(newJobDocument(stored), { session });
        return true;
      });
    },
  };
}

function createRetryableRows(connection: Connection): Pick<JobStore, 'retryableRows'> {
  const jobs = jobModel(connection);
  const rows = jobRowModel(connection);
  const counts = retryCountModel(connection);

  return {
    async retryableRows(jobId) {
      const familyId = await firstOf(jobs, jobId);
      const count = await counts.findById(familyId).lean<RetryCountDocument>();
      const retries = await retriesOf(jobs, [familyId]);
      const underWay = retries.filter(({ status }) => unfinishedJobStatuses.includes(status));
      const retriedIndexes = new Set([
        ...(await indexesOf(
          rows,
          underWay.map(({ _id }) => _id),
          'pending',
        )),
        ...(await indexesOf(rows, [familyId, ...retries.map(({ _id }) => _id)], 'succeeded')),
      ]);
      // Rows of erased people have no data left to retry.
      const failed = await rows
        .find({ jobId, status: 'failed', result: { $ne: erasedCode } })
        .sort({ index: 1 })
        .select({ index: 1, row: 1, data: 1, planned: 1 })
        .lean<Pick<JobRowDocument, 'index' | 'row' | 'data' | 'planned'>[]>();
      return {
        rows: failed
          .filter(({ index }) => !retriedIndexes.has(index))
          .map(({ index, row, data, planned }) => ({
            index,
            ...(row === undefined ? {} : { row }),
            data,
            ...(planned ? { planned } : {}),
          })),
        failed: failed.length,
        family: { jobId: familyId, version: count?.version ?? 0 },
      };
    },
  };
}

async function isOneErased(
  rows: ReturnType<typeof jobRowModel>,
  { parentJobId }: NewJob,
  copied: readonly NewJobRow[],
  session: ClientSession,
): Promise<boolean> {
  const index = { $in: copied.map((row) => row.index) };
  const erased = await rows.exists({ jobId: parentJobId ?? '', index, result: erasedCode }).session(session);
  return erased !== null;
}

/** The first job of a family, whose record may have expired. A commit is the first of its own family. */
async function firstOf(jobs: ReturnType<typeof jobModel>, jobId: string): Promise<string> {
  const job = await jobs.findById(jobId).select({ parentJobId: 1 }).lean<Relative>();
  const parentId = job?.parentJobId ?? null;
  if (parentId === null || (await jobs.exists({ _id: parentId, committedBy: jobId })) !== null) {
    return jobId;
  }
  return await firstOf(jobs, parentId);
}

/** Every retry of a job, including retries of retries; the commit of a dry run is not one. */
async function retriesOf(
  jobs: ReturnType<typeof jobModel>,
  jobIds: readonly string[],
): Promise<readonly Relative[]> {
  if (jobIds.length === 0) {
    return [];
  }
  const commits = await distinctValues<string>(jobs, 'committedBy', { _id: { $in: [...jobIds] } });
  const retries = await jobs
    .find({ _id: { $nin: commits }, parentJobId: { $in: [...jobIds] }, type: 'bulk_import' })
    .select({ status: 1, parentJobId: 1 })
    .lean<Relative[]>();
  return [
    ...retries,
    ...(await retriesOf(
      jobs,
      retries.map(({ _id }) => _id),
    )),
  ];
}

async function indexesOf(
  rows: ReturnType<typeof jobRowModel>,
  jobIds: readonly string[],
  status: JobRowDocument['status'],
): Promise<number[]> {
  const found = await collectionOf(rows)
    .find({ jobId: { $in: [...jobIds] }, status }, { projection: { _id: 0, index: 1 } })
    .toArray();
  return found.map(({ index }) => Number(index));
}
