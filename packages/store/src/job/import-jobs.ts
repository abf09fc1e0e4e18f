import type { ImportJobs } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { importFactModel } from '../import/import-fact-model.js';
import { jobModel } from './job-model.js';
import { jobRowModel, rowId, type JobRowDocument } from './job-row-model.js';

export function createImportJobs(connection: Connection): ImportJobs {
  const rows = jobRowModel(connection);
  const jobs = jobModel(connection);
  const facts = importFactModel(connection);

  return {
    async pendingRows(jobId, from, limit) {
      const documents = await rows
        .find({ jobId, status: 'pending', index: { $gte: from } })
        .sort({ index: 1 })
        .limit(limit)
        .lean<JobRowDocument[]>();
      return documents.map(({ index, data, intent }) => ({ index, data, intent }));
    },

    async *rowsBefore(jobId, index) {
      const cursor = rows
        .find({ jobId, index: { $lt: index } })
        .sort({ index: 1 })
        .select({ index: 1, data: 1 })
        .lean<Pick<JobRowDocument, 'index' | 'data'>>()
        .cursor({ batchSize: 500 });
      for await (const document of cursor) {
        yield { index: document.index, data: document.data };
      }
    },

    async singleRows(jobIds) {
      const documents = await rows
        .find({ _id: { $in: jobIds.map((jobId) => rowId(jobId, 0)) } })
        .lean<JobRowDocument[]>();
      return new Map(documents.map(({ jobId, intent, outcome }) => [jobId, { intent, outcome }]));
    },

    async failPendingRows(jobId, outcome, at) {
      let failed = 0;
      await connection.transaction(async (session) => {
        const changed = await rows.updateMany(
          { jobId, status: 'pending' },
          { $set: { status: 'failed', outcome, result: outcome.code, finishedAt: new Date(at) } },
          { session, strict: false },
        );
        failed = changed.modifiedCount;
        const job = await jobs.findOneAndUpdate(
          { _id: jobId },
          { $inc: { 'progress.processed': failed, 'progress.failed': failed } },
          { session },
        );
        if (failed > 0 && job !== null) {
          const source = String(job.input['source']);
          await facts.create([{ at: new Date(at), source, failed }], { session });
        }
      });
      return failed;
    },
  };
}
