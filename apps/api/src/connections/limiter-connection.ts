import type { Logger, RedisSettings } from '@leadbridge/platform';
import { openRedis, type RedisConnection } from '@leadbridge/queue';

/** A limiter that does not answer within this counts as away, and the request goes on without it. */
const commandTimeoutMs = 500;

/**
 * The connection of the limits. Commands of one turn of the event loop travel together; while Redis is unavailable they fail at once.
 */
export function limiterConnection(settings: RedisSettings, logger: Logger): RedisConnection {
  return openRedis(
    settings,
    { waits: false, maxRetryDelayMs: 1_000, commandTimeoutMs, enableAutoPipelining: true },
    logger,
  );
}
