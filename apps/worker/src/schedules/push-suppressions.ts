import { repeat, type Clock, type Logger, type Schedule } from '@leadbridge/platform';
import type { SuppressionStore, WakeUps } from '@leadbridge/usecases';

/** Between two looks while nobody wakes it, or while another worker holds what is due. */
const pauseMs = 1_000;
/** While wake-ups come: new work makes itself known, but not what another worker postpones. */
const maxPauseMs = 5_000;
/** Of several opt-outs at a time, each wakes. */
const minPauseMs = 50;
const failureIntervalMs = 5_000;

/**
 * Processes due suppressions: opt-outs from the API, from imports and from status changes, retries of those
 * that a provider did not accept, and work that a dead worker left undone. Needs only MongoDB, so it runs
 * whatever happens to the queues; any number of workers may do it.
 */
export function pushSuppressions(deps: {
  readonly suppressions: Pick<SuppressionStore, 'nextDueAt'>;
  /** Processes some of what is due; returns how many. */
  readonly push: () => Promise<number>;
  readonly wakeUps: WakeUps;
  readonly clock: Clock;
  readonly logger: Logger;
}): Schedule {
  const { suppressions, push, wakeUps, clock, logger } = deps;
  const schedule = repeat(
    async () => {
      const dueAt = await suppressions.nextDueAt();
      const waitMs = dueAt === null ? maxPauseMs : Date.parse(dueAt) - clock.now();
      if (waitMs > 0) {
        return Math.min(waitMs, wakeUps.isLive() ? maxPauseMs : pauseMs);
      }
      return (await push()) > 0 ? 0 : pauseMs;
    },
    (error) => {
      logger.warn('opt-outs could not be processed; will retry', { error });
      return failureIntervalMs;
    },
    minPauseMs,
  );
  const unsubscribe = wakeUps.on('suppressions', () => {
    schedule.wake();
  });
  return {
    async stop() {
      unsubscribe();
      await schedule.stop();
    },
  };
}
