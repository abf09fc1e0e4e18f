import { isoTime, repeat, type Clock, type Logger, type Schedule } from '@leadbridge/platform';
import type { JobProducer } from '@leadbridge/queue';
import type { JobRuns } from '@leadbridge/usecases';

/** Milliseconds between sweeps, and the age from which a job should be in the queue. */
const intervalMs = 10_000;
const settledAfter = 5_000;
const jobsPerSweep = 5_000;

/**
 * Restores missing jobs in Redis: MongoDB knows which jobs were accepted, and a job that no queue has would
 * wait forever, after a loss of Redis's data or a crash between the record and the queue. Enqueueing is
 * idempotent, so any number of workers may sweep.
 */
export function sweepJobs(deps: {
  runs: JobRuns;
  queue: JobProducer;
  clock: Clock;
  logger: Logger;
}): Schedule {
  async function sweep(): Promise<void> {
    const before = isoTime(deps.clock.now() - settledAfter);
    let restored = 0;
    for (const job of await deps.runs.unfinished(before, jobsPerSweep)) {
      if (!(await deps.queue.holds(job))) {
        await deps.queue.restore(job);
        restored += 1;
      }
    }
    if (restored > 0) {
      deps.logger.warn('jobs were missing in the queue and are back', { jobs: restored });
    }
  }

  return repeat(
    async () => {
      await sweep();
      return intervalMs;
    },
    (error) => {
      deps.logger.warn('the sweep for missing jobs failed; will retry', { error });
      return intervalMs;
    },
  );
}
