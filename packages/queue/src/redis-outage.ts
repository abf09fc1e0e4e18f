import type { Logger } from '@leadbridge/platform';
import type { Redis } from 'ioredis';

const lookEveryMs = 500;

/** What a process says of Redis: once that it is away, and once that it is back, however many connections and queues it has. */
export interface RedisOutage {
  /** Counts a connection among those that have to be back. */
  watch(connection: Pick<Redis, 'status' | 'on'>): void;
  /** Takes what failed over a connection, as Redis is away. */
  readonly lost: (error: Error) => void;
}

const outages = new WeakMap<Logger, RedisOutage>();

/** That of the process: whatever logs to the same logger shares it. */
export function redisOutage(logger: Logger): RedisOutage {
  const known = outages.get(logger);
  if (known !== undefined) {
    return known;
  }
  const outage = createRedisOutage(logger);
  outages.set(logger, outage);
  return outage;
}

export function createRedisOutage(logger: Logger): RedisOutage {
  const connections = new Set<Pick<Redis, 'status'>>();
  let isAway = false;

  // A connection that is ready again may be one of several; those that were closed in order stay so.
  const isBack = (): boolean =>
    [...connections].every(({ status }) => status === 'ready' || status === 'end');

  function look(): void {
    setTimeout(() => {
      if (isBack()) {
        isAway = false;
        logger.info('Redis is back');
      } else {
        look();
      }
    }, lookEveryMs).unref();
  }

  function lost(error: Error): void {
    if (isAway) {
      logger.debug('Redis is still away', { reason: error.message });
      return;
    }
    isAway = true;
    logger.warn('Redis is away', { reason: error.message });
    look();
  }

  return {
    watch(connection) {
      connections.add(connection);
      connection.on('error', lost);
    },
    lost,
  };
}
