import type { JobType } from '@leadbridge/contracts';

import type { JobQueue, JobStore, NewJob } from '../ports/jobs.js';

interface Queue {
  readonly queue: Pick<JobQueue, 'enqueue'>;
}

/** Enqueues stored jobs. If the queue is unavailable nothing is lost: the sweeper enqueues them from their records. */
export async function startJobs(
  { queue }: Queue,
  jobs: readonly Pick<NewJob, 'jobId' | 'type'>[],
): Promise<void> {
  await Promise.allSettled(jobs.map(async ({ jobId, type }) => queue.enqueue({ jobId, type })));
}

export async function storeAndStart<T extends JobType>(
  deps: Queue & { readonly jobs: Pick<JobStore, 'create'> },
  job: NewJob<T>,
): Promise<void> {
  await deps.jobs.create(job);
  await startJobs(deps, [job]);
}
