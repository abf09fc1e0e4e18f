import { randomUUID } from 'node:crypto';

import { repeat, type Logger, type Schedule } from '@leadbridge/platform';
import { PsaRefusedError, type Leases, type WakeUps } from '@leadbridge/usecases';

/** A worker without a sign of life for this long, killed or frozen, loses its lease to another. */
const leaseMs = 10_000;
/** A page may take longer than a lease, which is renewed meanwhile. */
const renewEveryMs = 3_000;
const otherHolderPauseMs = 2_000;
const failurePauseMs = 10_000;
/** A PSA that refuses a list usually always does. */
const refusedPauseMs = 600_000;

/** Keeps the mirror of the PSA fresh, page by page. One worker does this at a time. */
export function refreshMirrorOnSchedule(deps: {
  readonly leases: Leases;
  /** Advances the mirror by one page; returns the milliseconds until the next. */
  readonly refresh: () => Promise<number>;
  readonly wakeUps: Pick<WakeUps, 'on'>;
  readonly logger: Logger;
}): Schedule {
  const { leases, refresh, wakeUps, logger } = deps;
  const holder = randomUUID();
  let isTroubled = false;

  let acquiredAt = Number.NEGATIVE_INFINITY;

  async function acquire(): Promise<boolean> {
    const now = performance.now();
    if (now - acquiredAt < renewEveryMs) {
      return true;
    }
    const isHolder = await leases.acquire('refresh-mirror', holder, leaseMs);
    acquiredAt = isHolder ? now : Number.NEGATIVE_INFINITY;
    return isHolder;
  }

  const schedule = repeat(
    async () => {
      if (!(await acquire())) {
        return otherHolderPauseMs;
      }
      const renewing = setInterval(() => {
        acquire().catch(() => undefined);
      }, renewEveryMs);
      try {
        const pauseMs = await refresh();
        isTroubled = false;
        return pauseMs;
      } finally {
        clearInterval(renewing);
      }
    },
    (error) => {
      // Once, not with each retry while the PSA is unavailable.
      if (!isTroubled) {
        logger.warn('the mirror of the PSA could not be refreshed; will retry', { error });
      }
      isTroubled = true;
      return error instanceof PsaRefusedError ? refusedPauseMs : failurePauseMs;
    },
  );
  const unsubscribe = wakeUps.on('psa_mirror', () => {
    schedule.wake();
  });

  return {
    async stop() {
      unsubscribe();
      await schedule.stop();
      await leases.release('refresh-mirror', holder).catch(() => undefined);
    },
  };
}
