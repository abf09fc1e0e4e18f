import type { Connection } from 'mongoose';

import { jobModel, type JobDocument } from './job-model.js';

/** The lead source that each import was requested with; empty if it has none. */
export async function sourcesOfJobs(
  connection: Connection,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const documents = await jobModel(connection)
    .find({ _id: { $in: [...new Set(jobIds)] } })
    .select({ 'input.source': 1 })
    .lean<Pick<JobDocument, '_id' | 'input'>[]>();
  return new Map(
    documents.map(({ _id, input: { source } }) => [_id, typeof source === 'string' ? source : '']),
  );
}
