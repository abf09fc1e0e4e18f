import { randomUUID } from 'node:crypto';

import { jobTypes, unfinishedJobStatuses } from '@leadbridge/contracts';
import { createGroupCommit, traceOf } from '@leadbridge/platform';
import {
  StaleClaimError,
  type JobEnd,
  type JobRecord,
  type JobRuns,
  type PutBack,
} from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { insertEvents } from '../event/insert-events.js';
import { unawaited } from '../write-concern.js';
import { countedLostRuns, isLost, withoutOpenRun } from './lost-runs.js';
import { jobModel, type JobDocument } from './job-model.js';
import { presentJob } from './job-documents.js';

export function createJobRuns(connection: Connection): JobRuns {
  const jobs = jobModel(connection);

  /** Runs of one process are none that another's end has cut off. */
  const process = randomUUID();

  const putBacks = createGroupCommit<{ readonly jobId: string; readonly wait: PutBack | null }>(
    async (put) => {
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
    },
  );

  async function finishMany(ends: readonly JobEnd[]): Promise<void> {
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

  return {
    async begin(jobIds, at) {
      const token = randomUUID();
      const unfinished = { _id: { $in: [...jobIds] }, status: { $in: unfinishedJobStatuses } };
      const read = async (filter: object): Promise<JobDocument[]> => jobs.find(filter).lean<JobDocument[]>();
      const begun = {
        status: 'active',
        startedAt: { $ifNull: ['$startedAt', new Date(at)] },
        run: token,
        ...countedLostRuns(process),
      };
      // Waited for by the majority: to give a job up rests on it. The reading need not wait for that.
      const [{ matchedCount }, documents] = await Promise.all([
        collectionOf(jobs).updateMany(unfinished, [{ $set: begun }, { $unset: 'putBack' }]),
        read(unfinished),
      ]);
      // What has ended in between is not begun, and what was counted is to be seen.
      const isCurrent =
        matchedCount === documents.length &&
        !documents.some((document) => document.run !== token && isLost(document, process));
      const current = isCurrent ? documents : await read({ ...unfinished, run: token });
      return current.map((document) => ({
        ...withoutPutBack(
          presentJob({ ...document, status: 'active', startedAt: document.startedAt ?? new Date(at) }),
        ),
        run: { jobId: document._id, token },
        lostRuns: document.lostRuns ?? 0,
      }));
    },

    async isLatest({ jobId, token }) {
      return (await jobs.exists({ _id: jobId, status: { $in: unfinishedJobStatuses }, run: token })) !== null;
    },

    async finish(end) {
      await finishMany([end]);
    },

    finishMany,

    async progress(jobId) {
      const document = await jobs.findById(jobId).select({ progress: 1 }).lean<JobDocument>();
      return document?.progress ?? { total: 0, processed: 0, successful: 0, failed: 0 };
    },

    async isCancelRequested(jobId) {
      return (await jobs.exists({ _id: jobId, cancelRequested: true })) !== null;
    },

    async note(jobId, found) {
      await jobs.updateOne({ _id: jobId }, { $set: found }, unawaited);
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
        throw new StaleClaimError('Another worker has begun the job');
      }
      return (job.trials?.[index] ?? 1) - 1;
    },

    async endTrial({ jobId, token }, index) {
      await jobs.updateOne({ _id: jobId, run: token }, { $inc: { [`trials.${index}`]: -1 } }, unawaited);
    },

    async putBack(jobId, wait) {
      await putBacks.submit({ jobId, wait });
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
  };
}

function withoutPutBack({ putBack: _ended, ...job }: JobRecord): JobRecord {
  return job;
}

/** Ends jobs that have not ended yet; answers how many this call has ended. */
export async function endJobs(
  connection: Connection,
  ends: readonly JobEnd[],
  session?: ClientSession,
): Promise<number> {
  if (ends.length === 0) {
    return 0;
  }
  const written = await collectionOf(jobModel(connection)).bulkWrite(
    ends.map((end) => ({
      updateOne: {
        filter: { _id: end.jobId, status: { $in: unfinishedJobStatuses } },
        update: {
          $set: {
            status: end.status,
            result: end.result,
            error: end.error,
            finishedAt: new Date(end.at),
            ...(end.progress === undefined ? {} : { progress: end.progress }),
          },
          $unset: { openRun: 1, lostRuns: 1, trials: 1, rowsToTry: 1 },
        },
      },
    })),
    { ordered: false, ...(session === undefined ? {} : { session }) },
  );
  return written.modifiedCount;
}
