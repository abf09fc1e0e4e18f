import { isoTime, repeat, type Clock, type Logger, type Schedule } from '@leadbridge/platform';
import { requestReconciliation, type JobQueue, type ReconciliationStore } from '@leadbridge/usecases';

const lookIntervalMs = 30_000;
const failedPauseMs = 60_000;

/** Requests a comparison of the PSA with the records once a day; whichever worker is first. */
export function reconcile(deps: {
  readonly reconciliations: Pick<ReconciliationStore, 'create' | 'lastDay'>;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  /** `HH:MM` in UTC; null for never. */
  readonly at: string | null;
  readonly clock: Clock;
  readonly logger: Logger;
}): Schedule {
  const { reconciliations, at, clock, logger } = deps;
  if (at === null) {
    return { stop: () => Promise.resolve() };
  }
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  // A day begins at its configured time: before it, yesterday's is the last one that is due.
  const currentDay = (): string =>
    isoTime(clock.now() - (hours * 60 + minutes) * 60_000).slice(0, 'YYYY-MM-DD'.length);
  const firstDay = currentDay();

  return repeat(
    async () => {
      const day = currentDay();
      const last = await reconciliations.lastDay();
      // A new installation waits for the time; one that was down at the time catches up.
      const isDue = last === null ? day !== firstDay : last < day;
      if (isDue) {
        await requestReconciliation(deps, day);
      }
      return lookIntervalMs;
    },
    (error) => {
      logger.warn('the daily reconciliation could not be started; will retry', { error });
      return failedPauseMs;
    },
  );
}
