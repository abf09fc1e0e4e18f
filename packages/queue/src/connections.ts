import type { Logger } from '@leadbridge/platform';
import { Redis } from 'ioredis';

import { redisOutage } from './redis-outage.js';

/** For producers: a command fails at once while Redis is away, so that a request never hangs on it. */
export function producerConnection(redisUrl: string, logger: Logger): Redis {
  const connection = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  });
  redisOutage(logger).watch(connection);
  return connection;
}

/** For workers and listeners: a blocking command waits for Redis to come back. Whoever opens one disconnects it. */
export function workerConnection(redisUrl: string, logger: Logger): Redis {
  const connection = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    connectTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_500),
  });
  redisOutage(logger).watch(connection);
  return connection;
}
