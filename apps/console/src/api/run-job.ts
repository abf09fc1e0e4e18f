import type { AcceptedJob, JobView } from '@leadbridge/contracts';

import { leadbridge, send } from './leadbridge.js';

/** Starts a job, and waits until it has finished, well or not. */
export async function runJob(path: string, body: unknown, signal: AbortSignal): Promise<JobView> {
  const { job_id: jobId } = await send<AcceptedJob>('POST', path, { body, signal });
  const progress = leadbridge.jobs.watch(jobId, { signal });
  while ((await progress.next()).done !== true) {
    // It is read when it has finished.
  }
  return await send<JobView>('GET', `/jobs/${jobId}`, { query: { results: 'none' }, signal });
}
