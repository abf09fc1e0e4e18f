import type { Logger } from '@leadbridge/platform';
import type { RedisReason } from './redis-reasons.js';

const lookEveryMs = 500;

/** The watched part of a connection. */
interface WatchedConnection {
  readonly status: string;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Logs for the process that Redis is unavailable, once, and that it is available again, once, however many
 * connections and queues there are.
 */
export interface RedisOutage {
  /** Adds a connection that has to be ready again; `reasonOf` explains its errors. */
  watch(connection: WatchedConnection, reasonOf?: RedisReason): void;
  /** Handles an error of a connection that means that Redis is unavailable. */
  readonly lost: (error: Error) => void;
}

const outages = new WeakMap<Logger, RedisOutage>();

/** The one of the process: shared by everything with the same logger. */
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

  // The connection that is ready again may be one of several; those that were closed normally do not count.
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
