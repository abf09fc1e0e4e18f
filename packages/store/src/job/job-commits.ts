import { erasedCode, outcomeOfPlan, rejectedOutcome, type PlannedOutcome } from '@leadbridge/contracts';
import type { JobStore, NewJobRow, RowOutcome } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { insertRows } from './insert-rows.js';
import { newJobDocument, withDataOf } from './job-documents.js';
import { jobModel, type JobDocument } from './job-model.js';
import { jobRowModel, outcomeOfImport, type JobRowDocument } from './job-row-model.js';

type PlannedRow = Pick<JobRowDocument, 'index' | 'row' | 'status' | 'data' | 'outcome'>;

/** Commits of dry runs: at most one for each. */
export function createJobCommits(connection: Connection): Pick<JobStore, 'plannedRows' | 'createCommit'> {
  const jobs = jobModel(connection);
  const rows = jobRowModel(connection);

  return {
    plannedRows: async (jobId) => plannedRows(rows, jobId),

    async createCommit(job, newRows) {
      return await transactDespiteCollisions(connection, async (session) => {
        const parent = await jobs.findById(job.parentJobId).session(session).lean<JobDocument>();
        if (parent === null || (parent.committedBy ?? job.jobId) !== job.jobId) {
          return parent?.committedBy ?? job.parentJobId;
        }
        if (parent.committedBy === undefined) {
          // An erasure may have emptied them since they were read. It writes to the parent as well.
          const left = await stillPlanned(rows, parent, newRows, session);
          if (left === null) {
            return null;
          }
          await jobs.updateOne(
            { _id: parent._id },
            { $set: { committedBy: job.jobId }, $inc: { rowsVersion: 1 } },
            { session },
          );
          await insertRows(connection, job, left, session);
          await collectionOf(jobs).insertOne(
            newJobDocument(withDataOf({ ...job, total: Math.max(left.length, 1) }, parent)),
            { session },
          );
        }
        return job.jobId;
      });
    },
  };
}

async function plannedRows(
  rows: ReturnType<typeof jobRowModel>,
  jobId: string,
  session: ClientSession | null = null,
): Promise<readonly NewJobRow[]> {
  const documents = await rows
    .find({ jobId, result: { $ne: erasedCode } })
    .session(session)
    .sort({ index: 1 })
    .select({ index: 1, row: 1, status: 1, data: 1, outcome: 1 })
    .lean<PlannedRow[]>();
  return documents.flatMap(({ index, row, data, outcome: stored }): NewJobRow[] => {
    const outcome = outcomeOfImport(stored);
    return isErased(outcome, data)
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
}

/** Those of the rows that have not been erased; null if nothing is left to commit. */
async function stillPlanned(
  rows: ReturnType<typeof jobRowModel>,
  { _id: jobId, type, input }: JobDocument,
  planned: readonly NewJobRow[],
  session: ClientSession,
): Promise<readonly NewJobRow[] | null> {
  if (type === 'lead_import') {
    return 'data' in input ? [] : null;
  }
  const indexes = new Set((await plannedRows(rows, jobId, session)).map(({ index }) => index));
  const left = planned.filter(({ index }) => indexes.has(index));
  return left.length === 0 ? null : left;
}

/** An erasure leaves the outcome of a row that would have succeeded, but without its plan; others lost their data. */
function isErased(outcome: RowOutcome | null, data: unknown): boolean {
  return outcome?.status === 'succeeded' && (outcome.plan === undefined || data === null);
}

function plannedOutcomeOf(outcome: RowOutcome): PlannedOutcome {
  return outcome.status === 'failed'
    ? rejectedOutcome
    : outcomeOfPlan(outcome.result, outcome.psaTicketId, outcome.plan);
}
