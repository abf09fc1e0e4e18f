import type { JobEnd, JobRuns } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { jobModel, type JobDocument } from './job-model.js';
import { presentJob } from './job-store.js';

const unfinishedStatuses = ['queued', 'active'] as const;

export function createJobRuns(connection: Connection): JobRuns {
  const jobs = jobModel(connection);

  async function finishMany(ends: readonly JobEnd[]): Promise<void> {
    if (ends.length === 0) {
      return;
    }
    await jobs.collection.bulkWrite(
      ends.map((end) => ({
        updateOne: {
          filter: { _id: end.jobId, status: { $in: [...unfinishedStatuses] } },
          update: {
            $set: {
              status: end.status,
              result: end.result,
              error: end.error,
              finishedAt: new Date(end.at),
              ...(end.progress === undefined ? {} : { progress: end.progress }),
            },
          },
        },
      })),
      { ordered: false },
    );
  }

  return {
    async begin(jobIds, at) {
      await jobs.updateMany(
        { _id: { $in: [...jobIds] }, status: 'queued' },
        { $set: { status: 'active', startedAt: new Date(at) } },
      );
      const documents = await jobs
        .find({ _id: { $in: [...jobIds] }, status: 'active' })
        .lean<JobDocument[]>();
      return documents.map(presentJob);
    },

    async finish(end) {
      await finishMany([end]);
    },

    finishMany,

    async isCancelRequested(jobId) {
      return (await jobs.exists({ _id: jobId, cancelRequested: true })) !== null;
    },

    async unfinished(before, limit) {
      const documents = await jobs
        .find({ status: { $in: [...unfinishedStatuses] }, createdAt: { $lt: new Date(before) } })
        .sort({ createdAt: 1 })
        .limit(limit)
        .select({ type: 1 })
        .lean<Pick<JobDocument, '_id' | 'type'>[]>();
      return documents.map((document) => ({ jobId: document._id, type: document.type }));
    },
  };
}
