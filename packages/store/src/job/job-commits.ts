import { erasedCode, outcomeOfPlan, rejectedOutcome, type PlannedOutcome } from '@leadbridge/contracts';
import type { JobStore, NewJobRow, RowOutcome } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { insertRows } from './insert-rows.js';
import { newJobDocument } from './job-documents.js';
import { jobModel, type JobDocument } from './job-model.js';
import { jobRowModel, outcomeOfImport, type JobRowDocument } from './job-row-model.js';

type PlannedRow = Pick<JobRowDocument, 'index' | 'row' | 'status' | 'data' | 'outcome'>;

/** Commits of dry runs: at most one for each. */
export function createJobCommits(connection: Connection): Pick<JobStore, 'plannedRows' | 'createCommit'> {
  const jobs = jobModel(connection);
  const rows = jobRowModel(connection);

  return {
    async plannedRows(jobId) {
      const documents = await rows
        .find({ jobId, result: { $ne: erasedCode } })
        .sort({ index: 1 })
        .select({ index: 1, row: 1, status: 1, data: 1, outcome: 1 })
        .lean<PlannedRow[]>();
      return documents.flatMap(({ index, row, data, outcome: stored }): NewJobRow[] => {
        const outcome = outcomeOfImport(stored);
        return isErased(outcome)
          ? []
          : [
              {
                index,
                ...(row === undefined ? {} : { row }),
                data,
                ...(outcome === null ? {} : { planned: plannedOutcomeOf(outcome) }),
              },
            ];
      });
    },

    async createCommit(job, newRows) {
      return await transactDespiteCollisions(connection, async (session) => {
        const parent = await jobs
          .findOneAndUpdate(
            { _id: job.parentJobId, committedBy: { $in: [null, job.jobId] } },
            { $set: { committedBy: job.jobId } },
            { session },
          )
          .lean<JobDocument>();
        if (parent === null) {
          const committed = await jobs.findById(job.parentJobId).session(session).lean<JobDocument>();
          return committed?.committedBy ?? job.parentJobId;
        }
        if (parent.committedBy !== job.jobId) {
          await insertRows(connection, job, newRows, session);
          await collectionOf(jobs).insertOne(newJobDocument(job), { session });
        }
        return job.jobId;
      });
    },
  };
}

/** An erasure leaves the outcome of a row that would have succeeded, but without its plan. */
function isErased(outcome: RowOutcome | null): boolean {
  return outcome?.status === 'succeeded' && outcome.plan === undefined;
}

function plannedOutcomeOf(outcome: RowOutcome): PlannedOutcome {
  return outcome.status === 'failed'
    ? rejectedOutcome
    : outcomeOfPlan(outcome.result, outcome.psaTicketId, outcome.plan);
}
