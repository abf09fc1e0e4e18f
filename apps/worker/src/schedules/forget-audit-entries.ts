import type { Clock, Logger } from '@leadbridge/platform';
import type { AuditRetention } from '@leadbridge/usecases';

import { repeat, type Schedule } from './repeat.js';

const intervalMs = 3_600_000;
const day = 24 * 3_600_000;

/**
 * Removes audit entries older than their retention, at startup and every hour. Any number of workers may do
 * this.
 */
export function forgetAuditEntries(deps: {
  readonly audit: AuditRetention;
  /** Null to keep them forever. */
  readonly keepDays: number | null;
  readonly clock: Clock;
  readonly logger: Logger;
}): Schedule {
  const { audit, keepDays, clock, logger } = deps;
  if (keepDays === null) {
    return { stop: () => Promise.resolve() };
  }

  return repeat(
    async () => {
      const entries = await audit.removeBefore(new Date(clock.now() - keepDays * day));
      if (entries > 0) {
        logger.info('expired audit entries were removed', { entries, days: keepDays });
      }
      return intervalMs;
    },
    (error) => {
      logger.warn('expired audit entries could not be removed; will retry', { error });
      return intervalMs;
    },
  );
}
