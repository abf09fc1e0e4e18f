import { randomUUID } from 'node:crypto';

import { erasedCode, jobTypes, storedJobResult, unfinishedJobStatuses } from '@leadbridge/contracts';
import { createGroupCommit, traceOf } from '@leadbridge/platform';
import { StaleClaimError, type JobEnd, type JobRuns, type PutBack } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { insertEvents } from '../event/insert-events.js';
import { unawaited } from '../write-concern.js';
import { jobModel, type JobDocument } from './job-model.js';
import { presentJob } from './job-documents.js';

const hasProgressed = { $gt: ['$progress.processed', '$openRun.processed'] };

interface PutBackJob {
  readonly jobId: string;
  readonly wait: PutBack | null;
}

export function createJobRuns(connection: Connection): JobRuns {
  const jobs = jobModel(connection);
  const process = randomUUID();
  const putBacks = createGroupCommit<PutBackJob>(async (put) => {
    await collectionOf(jobs).bulkWrite(
      put.map(({ jobId, wait }) => ({
        updateOne: {
          filter: { _id: jobId, status: { $in: unfinishedJobStatuses } },
          update: [
            {
              $set: {
                ...withoutOpenRun(process),
                ...(wait === null ? {} : { putBack: { reason: wait.reason, until: new Date(wait.until) } }),
              },
            },
          ],
        },
      })),
      { ordered: false, ...unawaited },
    );
  });

  return {
    ...createRunReader(connection),
    ...createTrials(connection),

    async begin(jobIds, at) {
      const token = randomUUID();
      const unfinished = { _id: { $in: [...jobIds] }, status: { $in: unfinishedJobStatuses } };
      const begun = {
        status: 'active',
        startedAt: { $ifNull: ['$startedAt', new Date(at)] },
        run: token,
        ...countedLostRuns(process),
      };
      const update = [{ $set: begun }, { $unset: 'putBack' }];
      // Waits for the majority, because giving up a job depends on it.
      const documents =
        jobIds.length === 1
          ? [await collectionOf(jobs).findOneAndUpdate(unfinished, update, { returnDocument: 'after' })]
          : await updateAndRead(jobs, unfinished, { update, token });
      return documents
        .filter((document) => document !== null)
        .map((document) => ({
          ...presentJob(document),
          run: { jobId: document._id, token },
          lostRuns: document.lostRuns ?? 0,
          earlier: { intent: document.row?.intent ?? null, outcome: document.row?.outcome ?? null },
        }));
    },

    finish: async (end) => finishMany(connection, [end]),
    finishMany: async (ends) => finishMany(connection, ends),

    async putBack(jobId, wait) {
      await putBacks.submit({ jobId, wait });
    },
  };
}

function createRunReader(connection: Connection) {
  const jobs = jobModel(connection);
  return {
    async isLatest({ jobId, token }) {
      return (await jobs.exists({ _id: jobId, status: { $in: unfinishedJobStatuses }, run: token })) !== null;
    },

    async progress(jobId) {
      const document = await jobs.findById(jobId).select({ progress: 1 }).lean<JobDocument>();
      return document?.progress ?? { total: 0, processed: 0, successful: 0, failed: 0 };
    },

    async isCancelRequested(jobId) {
      return (await jobs.exists({ _id: jobId, cancelRequested: true })) !== null;
    },

    async unfinished(before, limit) {
      const documents = await jobs
        .find({
          status: { $in: unfinishedJobStatuses },
          createdAt: { $lt: new Date(before) },
          type: { $in: jobTypes },
        })
        .sort({ createdAt: 1 })
        .limit(limit)
        .select({ type: 1, requestId: 1, traceparent: 1 })
        .lean<Pick<JobDocument, '_id' | 'type' | 'requestId' | 'traceparent'>[]>();
      return documents.map((document) => ({
        jobId: document._id,
        type: document.type,
        requestId: document.requestId,
        ...traceOf(document),
      }));
    },
  } satisfies Partial<JobRuns>;
}

function createTrials(connection: Connection): Pick<JobRuns, 'note' | 'beginTrial' | 'endTrial'> {
  const jobs = jobModel(connection);
  return {
    async note(jobId, found) {
      await jobs.updateOne(
        { _id: jobId, status: { $in: unfinishedJobStatuses } },
        { $set: found },
        unawaited,
      );
    },

    async beginTrial({ jobId, token }, index) {
      const field = `trials.${index}`;
      const job = await jobs
        .findOneAndUpdate(
          { _id: jobId, status: { $in: unfinishedJobStatuses }, run: token },
          { $inc: { [field]: 1 } },
          { returnDocument: 'after' },
        )
        .select({ [field]: 1 })
        .lean<Pick<JobDocument, 'trials'>>();
      if (job === null) {
        throw new StaleClaimError('Another worker has taken over the job');
      }
      return (job.trials?.[index] ?? 1) - 1;
    },

    async endTrial({ jobId, token }, index) {
      await jobs.updateOne({ _id: jobId, run: token }, { $inc: { [`trials.${index}`]: -1 } }, unawaited);
    },
  };
}

async function updateAndRead(
  jobs: ReturnType<typeof jobModel>,
  unfinished: object,
  { update, token }: { readonly update: object[]; readonly token: string },
): Promise<readonly JobDocument[]> {
  await collectionOf(jobs).updateMany(unfinished, update);
  return await jobs.find({ ...unfinished, run: token }).lean<JobDocument[]>();
}

async function finishMany(connection: Connection, ends: readonly JobEnd[]): Promise<void> {
  const events = ends.flatMap((end) => end.events ?? []);
  if (events.length === 0) {
    await endJobs(connection, ends);
    return;
  }
  await connection.transaction(async (session) => {
    if ((await endJobs(connection, ends, session)) > 0) {
      await insertEvents(connection, events, new Date(), session);
    }
  });
}

/** Ends jobs that have not ended yet; returns how many this call has ended. */
export async function endJobs(
  connection: Connection,
  ends: readonly JobEnd[],
  session?: ClientSession,
): Promise<number> {
  if (ends.length === 0) {
    return 0;
  }
  const written = await collectionOf(jobModel(connection)).bulkWrite(
    ends.map((end) => {
      const { set, unset } = fieldsOfEnd(end);
      const filter = { _id: end.jobId, status: { $in: unfinishedJobStatuses } };
      return { updateOne: { filter, update: { $set: set, $unset: unset } } };
    }),
    { ordered: false, ...(session === undefined ? {} : { session }) },
  );
  return written.modifiedCount;
}

/** Where a single import has what was sent. */
export const dataOfSingle = { 'input.data': 1, 'input.planned': 1 } as const;

export function fieldsOfEnd(end: JobEnd) {
  return {
    set: {
      status: end.status,
      result: end.result === null ? null : storedJobResult(end.result),
      error: end.error,
      finishedAt: new Date(end.at),
      ...(end.progress === undefined ? {} : { progress: end.progress }),
    },
    unset: {
      ...({ openRun: 1, lostRuns: 1, trials: 1, rowsToTry: 1 } as const),
      // Data of an erased person; see `rowUpsert` for that of a bulk import.
      ...(end.error?.details['reason'] === erasedCode ? dataOfSingle : {}),
    },
  };
}

/*
 * A run that ends normally removes its `openRun`. If the next run, in another process, finds it, the process
 * of the previous one has ended in the middle. A crash may lose one count, and a superseded run, e.g. after a
 * lost queue, counts as lost; the number must only be used where both are acceptable.
 */

/**
 * For the `$set` of the update that begins a run: counts the last one if it was in another process, and that
 * process ended in the middle of it; from one if the job has made progress since.
 */
function countedLostRuns(process: string): object {
  const before = { $ifNull: ['$lostRuns', 0] };
  return {
    openRun: { process, processed: '$progress.processed' },
    lostRuns: {
      $cond: [
        { $eq: [{ $ifNull: ['$openRun.process', process] }, process] },
        before,
        { $cond: [hasProgressed, 1, { $add: [before, 1] }] },
      ],
    },
  };
}

/** For the `$set` of the update that puts a job back. */
function withoutOpenRun(process: string): object {
  const isOwn = { $eq: ['$openRun.process', process] };
  return {
    openRun: { $cond: [isOwn, '$$REMOVE', '$openRun'] },
    lostRuns: { $cond: [{ $and: [isOwn, hasProgressed] }, 0, { $ifNull: ['$lostRuns', 0] }] },
  };
}
