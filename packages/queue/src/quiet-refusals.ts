import type { Logger } from '@leadbridge/platform';

import { redisOutage } from './redis-outage.js';
import { isRefusedWrite } from './refused-writes.js';

/**
 * A logger for a process that uses Redis. While Redis refuses writes, every timer and every consumer fails
 * again and again: their warnings become the one line of the outage, and stay visible at the level `debug`.
 */
export function quietRefusals(logger: Logger): Logger {
  const quiet: Logger = {
    error: (message, fields) => logger.error(message, fields),
    warn: (message, fields) => {
      const error = fields?.['error'];
      if (isRefusedWrite(error)) {
        redisOutage(quiet).lost(error instanceof Error ? error : new Error(message));
        logger.debug(message, fields);
      } else {
        logger.warn(message, fields);
      }
    },
    info: (message, fields) => logger.info(message, fields),
    debug: (message, fields) => logger.debug(message, fields),
  };
  return quiet;
}
