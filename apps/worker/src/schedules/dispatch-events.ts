import type { Clock, Logger } from '@leadbridge/platform';
import {
  dispatchEvents,
  type DeliveryLanes,
  type EventDispatchStore,
  type Leases,
} from '@leadbridge/usecases';

import { repeatWithLease } from './repeat-with-lease.js';
import type { Schedule } from './repeat.js';

/** Between two looks for new events, by the worker with the lease. */
const pauseMs = 200;
/** Often enough to distinguish a working dispatch from one that makes no progress for a minute. */
const progressIntervalMs = 5_000;

/**
 * Dispatches new events to the webhooks. One worker at a time does this, to avoid conflicts; with two, every
 * event would still be dispatched once.
 */
export function dispatchEventsOnSchedule(deps: {
  events: EventDispatchStore;
  leases: Leases;
  lanes: DeliveryLanes;
  clock: Clock;
  logger: Logger;
}): Schedule {
  const { events, clock } = deps;
  let notedAt = Number.NEGATIVE_INFINITY;

  async function progressed(): Promise<void> {
    const now = clock.now();
    if (now - notedAt >= progressIntervalMs) {
      notedAt = now;
      await events.noteProgress();
    }
  }

  return repeatWithLease({
    ...deps,
    lease: 'dispatch-events',
    pauseMs,
    work: async () => {
      await dispatchEvents({ ...deps, progressed });
    },
    trouble: 'events cannot be handed to the webhooks; will retry',
  });
}
