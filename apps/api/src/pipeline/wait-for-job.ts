import { unfinishedJobStatuses, type JobStatus, type JobType } from '@leadbridge/contracts';
import type { JobRecord } from '@leadbridge/usecases';

import type { ApiServices } from '../services.js';

/**
 * The queue reports the end of a job at once; if that message is lost, the record is checked this often. A
 * stopping process releases its waiting requests within the same time.
 */
const recordCheckMilliseconds = 2_000;

/** Between the queue's report of a job's end and the finished record. */
const settleMilliseconds = 50;

export function isFinished(status: JobStatus): boolean {
  return !unfinishedJobStatuses.includes(status);
}

/** The finished job, or null if it has not finished within `milliseconds` or the process is about to stop. */
export async function waitForJob(
  services: Pick<ApiServices, 'jobs' | 'queue' | 'clock' | 'stopping'>,
  job: { jobId: string; type: JobType },
  milliseconds: number,
): Promise<JobRecord | null> {
  const { jobs, queue, clock, stopping } = services;
  const deadline = clock.now() + milliseconds;
  while (!stopping.aborted) {
    const left = deadline - clock.now();
    if (left <= 0) {
      return null;
    }
    const ended = await queue.waitFor(job, Math.min(left, recordCheckMilliseconds));
    const record = await jobs.find(job.jobId);
    if (record !== null && isFinished(record.status)) {
      return record;
    }
    if (ended) {
      await new Promise((resolve) => setTimeout(resolve, settleMilliseconds));
    }
  }
  return null;
}
