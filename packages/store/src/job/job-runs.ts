import { randomUUID } from 'node:crypto';

import {
  erasedCode,
  jobTypes,
  storedJobResult,
  unfinishedJobStatuses,
  type JobType,
} from '@leadbridge/contracts';
import { createGroupCommit, traceOf, type GroupCommit, type Traced } from '@leadbridge/platform';
import {
  StaleClaimError,
  type JobEnd,
  type JobRecord,
  type JobRuns,
  type PutBack,
  type BegunJob,
  type JobRun,
  type JobProgress,
} from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { insertEvents } from '../event/insert-events.js';
import { unawaited } from '../write-concern.js';
import { countedLostRuns, withoutOpenRun } from './lost-runs.js';
import { jobModel, type JobDocument } from './job-model.js';
import { presentJob } from './job-documents.js';

interface PutBackJob {
  readonly jobId: string;
  readonly wait: PutBack | null;
}

interface RunModels {
  readonly connection: Connection;
  readonly jobs: ReturnType<typeof jobModel>;
  /** A run of the same process does not count as cut off. */
  readonly process: string;
  readonly putBacks: GroupCommit<PutBackJob>;
}

export function createJobRuns(connection: Connection): JobRuns {
  const jobs = jobModel(connection);
  const process = randomUUID();
  const models: RunModels = {
    connection,
    jobs,
    process,
    putBacks: createGroupCommit<PutBackJob>(async (put) => {
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
    }),
  };

  return {
    begin: async (jobIds, at) => beginRuns(models, jobIds, at),
    isLatest: async (run) => isLatest(models, run),
    finish: async (end) => finishMany(models, [end]),
    finishMany: async (ends) => finishMany(models, ends),
    progress: async (jobId) => readProgress(models, jobId),
    isCancelRequested: async (jobId) => isCancelRequested(models, jobId),
    note: async (jobId, found) => noteFound(models, jobId, found),
    beginTrial: async (run, index) => beginTrial(models, run, index),
    endTrial: async (run, index) => endTrial(models, run, index),
    putBack: async (jobId, wait) => putBack(models, jobId, wait),
    unfinished: async (before, limit) => findUnfinished(models, before, limit),
  };
}

async function beginRuns(
  { jobs, process }: RunModels,
  jobIds: readonly string[],
  at: string,
): Promise<readonly BegunJob[]> {
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
}

async function updateAndRead(
  jobs: RunModels['jobs'],
  unfinished: object,
  { update, token }: { readonly update: object[]; readonly token: string },
): Promise<readonly JobDocument[]> {
  await collectionOf(jobs).updateMany(unfinished, update);
  return await jobs.find({ ...unfinished, run: token }).lean<JobDocument[]>();
}

async function isLatest({ jobs }: RunModels, { jobId, token }: JobRun): Promise<boolean> {
  return (await jobs.exists({ _id: jobId, status: { $in: unfinishedJobStatuses }, run: token })) !== null;
}

async function readProgress({ jobs }: RunModels, jobId: string): Promise<JobProgress> {
  const document = await jobs.findById(jobId).select({ progress: 1 }).lean<JobDocument>();
  return document?.progress ?? { total: 0, processed: 0, successful: 0, failed: 0 };
}

async function isCancelRequested({ jobs }: RunModels, jobId: string): Promise<boolean> {
  return (await jobs.exists({ _id: jobId, cancelRequested: true })) !== null;
}

async function noteFound(
  { jobs }: RunModels,
  jobId: string,
  found: Pick<JobRecord, 'pace' | 'rowsAtOnce' | 'callsPerWindow' | 'windowMs' | 'rowsToTry'>,
): Promise<void> {
  await jobs.updateOne({ _id: jobId, status: { $in: unfinishedJobStatuses } }, { $set: found }, unawaited);
}

async function beginTrial({ jobs }: RunModels, { jobId, token }: JobRun, index: number): Promise<number> {
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
}

async function endTrial({ jobs }: RunModels, { jobId, token }: JobRun, index: number): Promise<void> {
  await jobs.updateOne({ _id: jobId, run: token }, { $inc: { [`trials.${index}`]: -1 } }, unawaited);
}

async function putBack({ putBacks }: RunModels, jobId: string, wait: PutBack | null): Promise<void> {
  await putBacks.submit({ jobId, wait });
}

async function findUnfinished(
  { jobs }: RunModels,
  before: string,
  limit: number,
): Promise<
  readonly ({ readonly jobId: string; readonly type: JobType; readonly requestId: string } & Traced)[]
> {
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
}

async function finishMany({ connection }: RunModels, ends: readonly JobEnd[]): Promise<void> {
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

/** What the end of a job changes in its document. */
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
      ...(end.error?.details['reason'] === erasedCode
        ? ({ 'input.data': 1, 'input.planned': 1 } as const)
        : {}),
    },
  };
}
