import { unfinishedJobStatuses } from '@leadbridge/contracts';
import type { Connection } from 'mongoose';

import { jobModel } from './job-model.js';

/** Whether one of the jobs has ended, or should be cancelled. */
export async function anyJobIsOver(connection: Connection, jobIds: readonly string[]): Promise<boolean> {
  const over = [{ cancelRequested: true }, { status: { $nin: [...unfinishedJobStatuses] } }];
  return (await jobModel(connection).exists({ _id: { $in: [...jobIds] }, $or: over })) !== null;
}
