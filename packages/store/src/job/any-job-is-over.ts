import { unfinishedJobStatuses } from '@leadbridge/contracts';
import type { Connection } from 'mongoose';

import { jobModel } from './job-model.js';

/** The jobs among these that have ended, or should be cancelled. */
export function jobsThatAreOver(jobIds: readonly string[]) {
  const over = [{ cancelRequested: true }, { status: { $nin: [...unfinishedJobStatuses] } }];
  return { _id: { $in: [...jobIds] }, $or: over };
}

export async function anyJobIsOver(connection: Connection, jobIds: readonly string[]): Promise<boolean> {
  return (await jobModel(connection).exists(jobsThatAreOver(jobIds))) !== null;
}
