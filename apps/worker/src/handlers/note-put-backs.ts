import { isoTime, type Clock, type Logger } from '@leadbridge/platform';
import { retryDelay, type JobHandler, type JobRun, type QueueKey } from '@leadbridge/queue';
import { ForeignJobError, waitAfterFault, type JobRuns, type PutBack } from '@leadbridge/usecases';

/** A shorter wait is not worth a write. */
const minReportedWaitMs = 1_000;
/** Until another worker reads it; costs no attempt, however often this worker gets it first. */
const foreignDelayMs = 5_000;

export interface PutBackDependencies {
  readonly runs: Pick<JobRuns, 'putBack'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Records on put-back jobs, and on jobs that wait for their next attempt, what they wait for. */
export function notePutBacks(deps: PutBackDependencies, key: QueueKey, handler: JobHandler): JobHandler {
  const { runs, clock, logger } = deps;

  /** A failure to record it delays no job. */
  async function note({ jobId }: JobRun, reason: PutBack['reason'], untilMs: number): Promise<void> {
    const isReported = untilMs - clock.now() >= minReportedWaitMs;
    try {
      await runs.putBack(jobId, isReported ? { reason, until: isoTime(untilMs) } : null);
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
      if (error instanceof ForeignJobError) {
        const continueAt = clock.now() + foreignDelayMs;
        logger.warn('a job of another release is left to the workers of that release', {
          job_id: run.jobId,
          error,
        });
        await note(run, 'queue', continueAt);
        return { done: false, continueAt };
      }
      if (!run.lastAttempt) {
        await note(run, waitAfterFault(error), clock.now() + retryDelay(key, run.attempt, run.jobId));
      }
      throw error;
    }
  };
}
