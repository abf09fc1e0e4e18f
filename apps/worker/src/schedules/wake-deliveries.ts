import { isoTime, type Clock, type Logger } from '@leadbridge/platform';
import type { DeliveryLanes, EventDispatchStore, Leases } from '@leadbridge/usecases';

import { repeatWithLease } from './repeat-with-lease.js';
import type { Schedule } from './repeat.js';

const pauseMs = 1_000;

/**
 * Wakes the lanes of due deliveries: retries, and what Redis lost. A separate schedule, so that retries run
 * whatever happens to new events.
 */
export function wakeDeliveriesOnSchedule(deps: {
  events: EventDispatchStore;
  leases: Leases;
  lanes: DeliveryLanes;
  clock: Clock;
  logger: Logger;
}): Schedule {
  const { events, lanes, clock } = deps;
  return repeatWithLease({
    ...deps,
    lease: 'wake-deliveries',
    pauseMs: () => pauseMs,
    work: async () => {
      await lanes.wake(await events.webhooksWithDueDeliveries(isoTime(clock.now())));
    },
    trouble: 'due deliveries cannot be looked up; will retry',
  });
}
