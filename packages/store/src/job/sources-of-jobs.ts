import type { Connection } from 'mongoose';

import { jobModel, type JobDocument } from './job-model.js';

/** The lead source that a job was requested with: empty if it has none, null for a list of opt-outs, which has no leads. */
export function sourceOfJob({ type, input: { source } }: Pick<JobDocument, 'type' | 'input'>): string | null {
  if (type === 'opt_out_list') {
    return null;
  }
  return typeof source === 'string' ? source : '';
}

export async function sourcesOfJobs(
  connection: Connection,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const documents = await jobModel(connection)
    .find({ _id: { $in: [...new Set(jobIds)] } })
    .select({ type: 1, 'input.source': 1 })
    .lean<Pick<JobDocument, '_id' | 'type' | 'input'>[]>();
  return new Map(documents.map((document) => [document._id, sourceOfJob(document)]));
}
