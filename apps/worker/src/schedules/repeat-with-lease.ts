import { randomUUID } from 'node:crypto';

import { repeat, type Clock, type Logger, type WakeableSchedule } from '@leadbridge/platform';
import type { LeaseName, Leases } from '@leadbridge/usecases';

/** A worker without a sign of life for this long loses its lease. */
const leaseMs = 6_000;
/** How often the others check for that, and how soon failed work is retried. */
const retryMs = 1_000;

/**
 * Repeats work that one worker at a time does, after each pause, while it has the lease. A worker that hangs
 * in it loses the lease to another.
 *
 * @param trouble the log message on failure: logged once, not several times a second while MongoDB is
 * unavailable
 */
export function repeatWithLease(deps: {
  readonly leases: Leases;
  readonly lease: LeaseName;
  /** Until the next turn. */
  readonly pauseMs: () => number;
  /** The least pause before a turn that `wake` asks for. */
  readonly minPauseMs?: number;
  readonly work: () => Promise<void>;
  readonly trouble: string;
  readonly clock: Clock;
  readonly logger: Logger;
}): WakeableSchedule {
  const { leases, lease, pauseMs, minPauseMs, work, trouble, clock, logger } = deps;
  const holder = randomUUID();
  let leaseUntil = 0;

  async function look(): Promise<number> {
    const now = clock.now();
    if (now >= leaseUntil - leaseMs / 2) {
      if (!(await leases.acquire(lease, holder, leaseMs))) {
        leaseUntil = 0;
        return retryMs;
      }
      leaseUntil = now + leaseMs;
    }
    await work();
    return pauseMs();
  }

  const schedule = repeat(
    look,
    (error, isFirst) => {
      if (isFirst) {
        logger.warn(trouble, { error });
      }
      return retryMs;
    },
    minPauseMs,
  );

  return {
    wake: () => {
      schedule.wake();
    },
    async stop() {
      await schedule.stop();
      await leases.release(lease, holder).catch(() => undefined);
    },
  };
}
