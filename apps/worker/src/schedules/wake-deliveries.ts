import { repeat, type Clock, type Logger, type WakeableSchedule } from '@leadbridge/platform';
import type { DeliveryLanes, EventDispatchStore } from '@leadbridge/usecases';

/** Between two looks while something is due. */
const pauseMs = 1_000;
/** Other workers schedule retries too, and Redis may lose what it was told. */
const maxPauseMs = 10_000;

/**
 * Wakes the lanes of due deliveries: retries, and what Redis lost. A separate schedule, so that retries run
 * whatever happens to new events. A lane is woken once however many workers do it.
 */
export function wakeDeliveriesOnSchedule(deps: {
  readonly events: Pick<EventDispatchStore, 'firstDue'>;
  readonly lanes: DeliveryLanes;
  readonly clock: Clock;
  readonly logger: Logger;
}): WakeableSchedule {
  const { events, lanes, clock, logger } = deps;
  return repeat(
    async () => {
      const now = clock.now();
      const waits = (await events.firstDue()).map(({ webhookId, dueAt }) => ({
        webhookId,
        waitMs: Date.parse(dueAt) - now,
      }));
      await lanes.wake(waits.filter(({ waitMs }) => waitMs <= 0).map(({ webhookId }) => webhookId));
      return Math.max(pauseMs, Math.min(maxPauseMs, ...waits.map(({ waitMs }) => waitMs)));
    },
    (error, isFirst) => {
      // Once, not with each retry while MongoDB is unavailable.
      if (isFirst) {
        logger.warn('due deliveries cannot be looked up; will retry', { error });
      }
      return pauseMs;
    },
    pauseMs,
  );
}
