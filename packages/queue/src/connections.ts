import { Redis } from 'ioredis';

/** For producers: a command fails at once while Redis is away, so that a request never hangs on it. */
export function producerConnection(redisUrl: string): Redis {
  return new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
  });
}

/** For workers and listeners: a blocking command waits for Redis to come back. */
export function workerConnection(redisUrl: string): Redis {
  return new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    connectTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 1_500),
  });
}
