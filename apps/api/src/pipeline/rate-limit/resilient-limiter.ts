import type { Clock, Logger } from '@leadbridge/platform';

import type { Limiter } from './limiter.js';

/** After a failure the shared count is asked this often, beside the requests: a hanging Redis delays none of them. */
const askEveryMs = 1_000;
const noDemand = { windows: [], slot: null } as const;

/** The shared count, or a count of this process while that is unavailable (decisions: "Redis away"). */
export function createResilientLimiter(parts: {
  shared: Limiter;
  local: Limiter;
  clock: Clock;
  logger: Logger;
}): Limiter {
  const { shared, local, clock, logger } = parts;
  let isAway = false;
  let askAt = 0;

  function askAgain(): void {
    askAt = clock.now() + askEveryMs;
    shared.decide(noDemand).then(
      () => {
        if (isAway) {
          isAway = false;
          logger.info('limits are counted across all processes again');
        }
      },
      () => undefined,
    );
  }

  return {
    async decide(demand) {
      if (isAway) {
        if (clock.now() >= askAt) {
          askAgain();
        }
        return await local.decide(demand);
      }
      try {
        return await shared.decide(demand);
      } catch (error) {
        if (!isAway) {
          isAway = true;
          logger.warn('Redis is down: limits are counted for this process only', { error });
        }
        askAt = clock.now() + askEveryMs;
        return await local.decide(demand);
      }
    },

    release(slot) {
      shared.release(slot);
      local.release(slot);
    },
  };
}
