import { isDryRun } from '@leadbridge/contracts';
import type { EndedBulk } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { jobModel, type JobDocument } from './job-model.js';

/** The bulk imports that ended at `since` (ISO 8601) or later, oldest first, except those that only planned or were cancelled. */
export function createEndedBulks(connection: Connection): (since: string) => Promise<readonly EndedBulk[]> {
  const jobs = jobModel(connection);
  return async (since) => {
    const ended = await jobs
      .find({
        type: 'bulk_import',
        finishedAt: { $gte: new Date(since) },
        status: { $in: ['completed', 'failed'] },
      })
      .hint('ended_bulks')
      .sort({ finishedAt: 1 })
      .select({ 'input.source': 1, 'input.dry_run': 1, progress: 1, finishedAt: 1 })
      .lean<Pick<JobDocument, '_id' | 'input' | 'progress' | 'finishedAt'>[]>();
    return ended.flatMap(({ _id: jobId, input, progress: { total, failed }, finishedAt }) =>
      isDryRun(input) || finishedAt === null
        ? []
        : [{ jobId, source: String(input['source']), total, failed, finishedAt: finishedAt.toISOString() }],
    );
  };
}
