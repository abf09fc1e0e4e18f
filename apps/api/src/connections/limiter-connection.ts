import type { Logger, RedisSettings } from '@leadbridge/platform';
import { openRedis, type RedisConnection } from '@leadbridge/queue';

/** A limiter that does not respond within this counts as unavailable: the request continues without it. */
const commandTimeoutMs = 500;

/** Commands of one turn of the event loop are sent together; while Redis is unavailable they fail at once. */
export function limiterConnection(settings: RedisSettings, logger: Logger): RedisConnection {
  return openRedis(
    settings,
    { waits: false, maxRetryDelayMs: 1_000, commandTimeoutMs, enableAutoPipelining: true },
    logger,
  );
}
