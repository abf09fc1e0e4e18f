import { repeat, type Clock, type Logger, type Schedule } from '@leadbridge/platform';
import type { Retention } from '@leadbridge/usecases';

const intervalMs = 3_600_000;
const day = 24 * 3_600_000;

/** Removes what is older than its retention, at startup and every hour. Any number of workers may do this. */
export function forgetExpired(deps: {
  /** Of the log messages. */
  readonly what: string;
  readonly records: Retention;
  /** Null to keep them forever. */
  readonly keepDays: number | null;
  readonly clock: Clock;
  readonly logger: Logger;
}): Schedule {
  const { what, records, keepDays, clock, logger } = deps;
  if (keepDays === null) {
    return { stop: () => Promise.resolve() };
  }

  return repeat(
    async () => {
      const count = await records.removeBefore(new Date(clock.now() - keepDays * day));
      if (count > 0) {
        logger.info(`expired ${what} were removed`, { count, days: keepDays });
      }
      return intervalMs;
    },
    (error) => {
      logger.warn(`expired ${what} could not be removed; will retry`, { error });
      return intervalMs;
    },
  );
}
