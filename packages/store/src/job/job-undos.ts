import type { JobStore } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { insertRows } from './insert-rows.js';
import { newJobDocument } from './job-documents.js';
import { jobModel, type JobDocument } from './job-model.js';
import { jobRowModel, type JobRowDocument } from './job-row-model.js';

/** Results of an undo that did not finish: another undo may do the rest. */
const cutShort = ['failed', 'cancelled'];

/** Undos of imports: an import is undone once. */
export function createJobUndos(connection: Connection): Pick<JobStore, 'createUndo'> {
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
