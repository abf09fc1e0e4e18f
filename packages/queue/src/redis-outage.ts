import type { Logger } from '@leadbridge/platform';
import type { RedisReason } from './redis-reasons.js';

const lookEveryMs = 500;

/** What is watched of a connection. */
interface WatchedConnection {
  readonly status: string;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** What a process says of Redis: once that it is away, and once that it is back, however many connections and queues it has. */
export interface RedisOutage {
  /** Counts a connection among those that have to be back; `reasonOf` says in words what its errors mean. */
  watch(connection: WatchedConnection, reasonOf?: RedisReason): void;
  /** Takes what failed over a connection, as Redis is unavailable. */
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
  const connections = new Set<WatchedConnection>();
  let isAway = false;

  // A connection that is ready again may be one of several; those that were closed in order stay so.
  const isBack = (): boolean =>
    [...connections].every(({ status }) => status === 'ready' || status === 'end');

  function look(): void {
    setTimeout(() => {
      if (isBack()) {
        isAway = false;
        logger.info('Redis is available again');
      } else {
        look();
      }
    }, lookEveryMs).unref();
  }

  function report(reason: string): void {
    if (isAway) {
      logger.debug('Redis is still unavailable', { reason });
      return;
    }
    isAway = true;
    logger.warn('Redis is unavailable', { reason });
    look();
  }

  return {
    watch(connection, reasonOf = ({ message }) => message) {
      connections.add(connection);
      connection.on('error', (error) => {
        report(reasonOf(error));
      });
    },
    lost: ({ message }) => {
      report(message);
    },
  };
}
