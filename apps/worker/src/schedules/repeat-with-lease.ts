import { randomUUID } from 'node:crypto';

import { repeat, type Logger, type Schedule } from '@leadbridge/platform';
import type { LeaseName, Leases, WakeUp, WakeUps } from '@leadbridge/usecases';

interface LeasedWork {
  readonly leases: Leases;
  readonly lease: LeaseName;
  readonly leaseMs: number;
  /** Whether a turn may take longer than the lease, which is renewed meanwhile then. */
  readonly takesLong: boolean;
  /** Returns the milliseconds until the next turn. */
  readonly work: () => Promise<number>;
  readonly wakeUps: Pick<WakeUps, 'on'>;
  readonly wokenBy: WakeUp;
  /** The least pause before a turn that somebody asks for. */
  readonly minPauseMs?: number;
  readonly failedPauseMs: (error: unknown) => number;
  /** The log message on failure: logged once, not with each retry while MongoDB or the PSA is unavailable. */
  readonly trouble: string;
  readonly logger: Logger;
}

/**
 * Repeats work that one worker at a time does, after each pause or when it is woken, while it has the lease. A
 * worker that is killed or frozen loses the lease to another.
 */
export function repeatWithLease(deps: LeasedWork): Schedule {
  const { leases, lease, leaseMs, work, trouble, logger } = deps;
  const holder = randomUUID();
  let acquiredAt = Number.NEGATIVE_INFINITY;

  async function acquire(): Promise<boolean> {
    const now = performance.now();
    const isHolder = await leases.acquire(lease, holder, leaseMs);
    acquiredAt = isHolder ? now : Number.NEGATIVE_INFINITY;
    return isHolder;
  }

  async function keepingTheLease(): Promise<number> {
    const renewing = setInterval(() => {
      acquire().catch(() => undefined);
    }, leaseMs / 3);
    try {
      return await work();
    } finally {
      clearInterval(renewing);
    }
  }

  const schedule = repeat(
    async () => {
      const isHolder = performance.now() - acquiredAt < leaseMs / 2 || (await acquire());
      if (!isHolder) {
        return leaseMs / 6;
      }
      return await (deps.takesLong ? keepingTheLease() : work());
    },
    (error, isFirst) => {
      if (isFirst) {
        logger.warn(trouble, { error });
      }
      return deps.failedPauseMs(error);
    },
    deps.minPauseMs,
  );
  const unsubscribe = deps.wakeUps.on(deps.wokenBy, () => {
    schedule.wake();
  });

  return {
    async stop() {
      unsubscribe();
      await schedule.stop();
      await leases.release(lease, holder).catch(() => undefined);
    },
  };
}
