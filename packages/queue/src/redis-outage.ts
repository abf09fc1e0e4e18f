import type { Logger } from '@leadbridge/platform';
import type { RedisReason } from './redis-reasons.js';
import { isRefusedWrite } from './refused-writes.js';

const lookEveryMs = 500;
/** The heartbeats of the workers are writes, so a Redis that refuses is heard of every two seconds. */
const quietMs = 8_000;

interface WatchedConnection {
  readonly status: string;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Logs an outage of Redis, and its end, once for the process, however many connections there are. */
export interface RedisOutage {
  /** Adds a connection that has to be ready again; `reasonOf` explains its errors. */
  watch(connection: WatchedConnection, reasonOf?: RedisReason): void;
  /** Handles an error of a connection that means that Redis is unavailable, or refuses writes. */
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
  let quiet: NodeJS.Timeout | null = null;

  // The connection that is ready again may be one of several; those that were closed normally do not count.
  const isBack = (): boolean =>
    [...connections].every(({ status }) => status === 'ready' || status === 'end');

  /** @param wasBack a busy process may hear of a command that failed before only once its connections are ready */
  function look(wasBack = false): void {
    setTimeout(() => {
      const isBackNow = isBack();
      if (isBackNow && wasBack) {
        isAway = false;
        logger.info('Redis is available again');
      } else {
        look(isBackNow);
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

  /** A connection does not tell when Redis accepts writes again: no refusal for a while does. */
  function reportRefusal(reason: string): void {
    if (quiet === null) {
      logger.warn('Redis refuses writes', { reason });
    } else {
      clearTimeout(quiet);
    }
    quiet = setTimeout(() => {
      quiet = null;
      logger.info('Redis accepts writes again');
    }, quietMs).unref();
  }

  function lost(error: Error, reasonOf: RedisReason): void {
    if (isRefusedWrite(error)) {
      reportRefusal(error.message);
    } else {
      report(reasonOf(error));
    }
  }

  return {
    watch(connection, reasonOf = ({ message }) => message) {
      connections.add(connection);
      connection.on('error', (error) => lost(error, reasonOf));
    },
    lost: (error) => lost(error, ({ message }) => message),
  };
}
