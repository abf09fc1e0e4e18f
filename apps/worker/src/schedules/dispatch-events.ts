import type { Clock, Logger, Schedule } from '@leadbridge/platform';
import {
  dispatchEvents,
  type DeliveryLanes,
  type EventDispatchStore,
  type Leases,
  type WakeUps,
} from '@leadbridge/usecases';

import { repeatWithLease } from './repeat-with-lease.js';

/** Between two looks for new events, by the worker with the lease, while events come or nobody wakes it. */
const pauseMs = 200;
/** While wake-ups come: often enough to keep the lease, and to record that dispatch works. */
const slowPauseMs = 2_900;
/** Often enough to distinguish a working dispatch from one that makes no progress for a minute. */
const progressIntervalMs = 10_000;

/** One worker at a time does this, to avoid conflicts; with two, every event would still go out once. */
export function dispatchEventsOnSchedule(deps: {
  events: EventDispatchStore;
  leases: Leases;
  lanes: DeliveryLanes;
  wakeUps: WakeUps;
  clock: Clock;
  logger: Logger;
}): Schedule {
  const { events, wakeUps, clock } = deps;
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
    ...{ lease: 'dispatch-events', leaseMs: 6_000, takesLong: false, wokenBy: 'events' },
    work: async () => {
      await dispatchEvents({ ...deps, progressed });
      return wakeUps.isLive() ? slowPauseMs : pauseMs;
    },
    minPauseMs: pauseMs,
    failedPauseMs: () => 1_000,
    trouble: 'events cannot be handed to the webhooks; will retry',
  });
}
