import type { Logger } from '@leadbridge/platform';
import { redisOutage } from '@leadbridge/queue';
import { Redis } from 'ioredis';

/** A limiter that does not answer within this counts as away, and the request goes on without it. */
const commandTimeoutMilliseconds = 500;

/**
 * The connection of the limits. Commands of one turn of the event loop travel together; while Redis is away they fail at once.
 */
export function limiterConnection(redisUrl: string, logger: Logger): Redis {
  const redis = new Redis(redisUrl, {
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMilliseconds,
    connectTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  });
  redisOutage(logger).watch(redis);
  return redis;
}
