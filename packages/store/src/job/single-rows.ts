import type { Connection, QueryFilter } from 'mongoose';

import { jobModel, type JobDocument } from './job-model.js';
import { rowId, type JobRowDocument } from './job-row-model.js';

/** What is common to both forms. */
export type FoundRow = Pick<JobRowDocument, '_id' | 'jobId' | 'index' | 'intent' | 'outcome'> &
  Partial<Pick<JobRowDocument, 'fence' | 'decidedAt' | 'lists' | 'undoneBy'>>;

/** The rows of single imports, which are parts of their jobs, as `job_rows` holds those of bulk imports. */
export async function findSingleRows(
  connection: Connection,
  filter: QueryFilter<JobDocument>,
): Promise<readonly FoundRow[]> {
  const jobs = await jobModel(connection)
    .find({ type: 'lead_import', row: { $exists: true }, ...filter })
    .select({ row: 1 })
    .lean<Pick<JobDocument, '_id' | 'row'>[]>();
  return jobs.map(({ _id: jobId, row: { result: _result, intent = null, outcome = null, ...row } = {} }) => ({
    ...row,
    ...{ _id: rowId(jobId, 0), jobId, index: 0, intent, outcome },
  }));
}

/** The job whose only row has this id; that of a bulk import has no such part. */
export function jobIdOfSingle(id: string): string {
  return id.replace(/:0$/u, '');
}
