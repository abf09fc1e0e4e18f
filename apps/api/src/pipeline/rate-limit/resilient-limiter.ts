import type { Clock, Logger } from '@leadbridge/platform';

import type { Limiter } from './limiter.js';

/**
 * After a failure the shared count is not queried for this long, so that a hanging Redis delays one request
 * and not all.
 */
const pauseMilliseconds = 1_000;

/** The shared count, or a count of this process while that is unavailable (decisions: "Redis away"). */
export function createResilientLimiter(parts: {
  shared: Limiter;
  local: Limiter;
  clock: Clock;
  logger: Logger;
}): Limiter {
  const { shared, local, clock, logger } = parts;
  let awayUntil = 0;
  let isAway = false;

  return {
    async decide(demand) {
      if (clock.now() < awayUntil) {
        return await local.decide(demand);
      }
      try {
        const decision = await shared.decide(demand);
        if (isAway) {
          isAway = false;
          logger.info('limits are counted across all processes again');
        }
        return decision;
      } catch (error) {
        if (!isAway) {
          isAway = true;
          logger.warn('Redis is down: limits are counted for this process only', { error });
        }
        awayUntil = clock.now() + pauseMilliseconds;
        return await local.decide(demand);
      }
    },

    release(slot) {
      shared.release(slot);
      local.release(slot);
    },
  };
}
