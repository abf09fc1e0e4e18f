import { isoTime, type Clock, type Logger } from '@leadbridge/platform';
import { retryDelay, type JobHandler, type JobRun, type QueueKey } from '@leadbridge/queue';
import { waitAfterFault, type JobRuns, type PutBack } from '@leadbridge/usecases';

/** What is over sooner is not worth a write. */
const worthTellingMs = 1_000;

export interface PutBackDependencies {
  readonly runs: Pick<JobRuns, 'putBack'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Lets the records of the jobs that a handler puts back, or that wait for their next attempt, tell what they wait for. */
export function notePutBacks(deps: PutBackDependencies, key: QueueKey, handler: JobHandler): JobHandler {
  const { runs, clock, logger } = deps;

  /** What cannot be told holds up no job. */
  async function note({ jobId }: JobRun, reason: PutBack['reason'], untilMs: number): Promise<void> {
    if (untilMs - clock.now() < worthTellingMs) {
      return;
    }
    try {
      await runs.putBack(jobId, { reason, until: isoTime(untilMs) });
    } catch (error) {
      logger.warn('what a job waits for could not be stored', { error });
    }
  }

  return async (run) => {
    try {
      const result = await handler(run);
      if (!result.done) {
        await note(run, result.reason ?? 'queue', result.continueAt);
      }
      return result;
    } catch (error) {
      if (!run.lastAttempt) {
        await note(run, waitAfterFault(error), clock.now() + retryDelay(key, run.attempt, run.jobId));
      }
      throw error;
    }
  };
}
