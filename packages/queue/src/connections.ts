import { readRedisUrl, type Logger, type RedisAddress, type RedisSettings } from '@leadbridge/platform';
import { Cluster, Redis } from 'ioredis';

import { redisOutage } from './redis-outage.js';
import { createRedisReasons } from './redis-reasons.js';

/** A connection to one server, to the current master behind Sentinels, or to a cluster. */
export type RedisConnection = Redis | Cluster;

/** Otherwise a Sentinel that accepts a connection and does not respond would be waited for. */
const sentinelTimeoutMs = 2_000;

/**
 * Detects a hanging server where another may take over: it closes no connection, and is no longer the master.
 * Workers and listeners block for up to ten seconds while they wait for work. (ioredis's `failoverDetector`
 * would permanently close a connection that is still connecting.)
 */
const silenceMs = { waiting: 15_000, other: 5_000 };

interface ConnectionKind {
  /** Whether a command waits until Redis is available again, or fails at once. */
  readonly waits: boolean;
  readonly maxRetryDelayMs: number;
  readonly commandTimeoutMs?: number;
  readonly enableAutoPipelining?: boolean;
}

/** For producers: a command fails at once while Redis is unavailable, so that no request hangs. */
export function producerConnection(settings: RedisSettings, logger: Logger): RedisConnection {
  return openRedis(settings, { waits: false, maxRetryDelayMs: 1_000 }, logger);
}

/** A blocking command waits until Redis is available again. The caller must disconnect it. */
export function workerConnection(settings: RedisSettings, logger: Logger): RedisConnection {
  return openRedis(settings, { waits: true, maxRetryDelayMs: 1_500 }, logger);
}

/** Opens a connection of another kind; the process logs when its Redis is unavailable and why. */
export function openRedis(settings: RedisSettings, kind: ConnectionKind, logger: Logger): RedisConnection {
  const address = readRedisUrl(settings.redisUrl);
  const connection = connect(address, settings, kind);
  redisOutage(logger).watch(connection, createRedisReasons(connection, address));
  return connection;
}

function connect(address: RedisAddress, settings: RedisSettings, kind: ConnectionKind): RedisConnection {
  const common = commonOptions(address, settings, kind);
  const retryStrategy = (attempt: number): number => Math.min(50 * attempt, kind.maxRetryDelayMs);
  switch (address.kind) {
    case 'server':
      return new Redis(settings.redisUrl, { ...common, enableOfflineQueue: kind.waits, retryStrategy });
    case 'sentinel':
      return new Redis({
        ...common,
        enableOfflineQueue: kind.waits,
        retryStrategy,
        sentinels: address.sentinels.map(({ host, port }) => ({ host, port })),
        name: address.masterName,
        db: address.database,
        sentinelRetryStrategy: retryStrategy,
        sentinelCommandTimeout: sentinelTimeoutMs,
        ...(typeof settings.redisSentinelPassword === 'string'
          ? { sentinelPassword: settings.redisSentinelPassword }
          : {}),
        ...(common.tls === undefined ? {} : { enableTLSForSentinelMode: true, sentinelTLS: common.tls }),
      });
    case 'cluster':
      return new Cluster(
        address.nodes.map(({ host, port }) => ({ host, port })),
        clusterOptions(common, kind, retryStrategy),
      );
  }
}

function clusterOptions(
  common: ReturnType<typeof commonOptions>,
  kind: ConnectionKind,
  clusterRetryStrategy: (attempt: number) => number,
) {
  const { enableAutoPipelining, ...redisOptions } = common;
  return {
    redisOptions,
    enableOfflineQueue: kind.waits,
    clusterRetryStrategy,
    // The node with our keys may have failed without any other command noticing it.
    slotsRefreshInterval: 5_000,
    slotsRefreshTimeout: sentinelTimeoutMs,
    // A certificate contains the host name, not its address.
    dnsLookup: (host: string, callback: (error: null, address: string) => void) => {
      callback(null, host);
    },
    ...(enableAutoPipelining === undefined ? {} : { enableAutoPipelining }),
  };
}

function commonOptions(address: RedisAddress, settings: RedisSettings, kind: ConnectionKind) {
  const password = settings.redisPassword ?? address.password;
  return {
    maxRetriesPerRequest: kind.waits ? null : 1,
    connectTimeout: 5_000,
    // A master that became a replica rejects writes until the connection finds the current one.
    reconnectOnError: ({ message }: Error) => (message.startsWith('READONLY') ? (2 as const) : false),
    ...(address.username === undefined ? {} : { username: address.username }),
    ...(password === undefined ? {} : { password }),
    ...(kind.commandTimeoutMs === undefined ? {} : { commandTimeout: kind.commandTimeoutMs }),
    ...(kind.enableAutoPipelining === undefined ? {} : { enableAutoPipelining: kind.enableAutoPipelining }),
    ...(address.kind === 'server' ? {} : { socketTimeout: kind.waits ? silenceMs.waiting : silenceMs.other }),
    ...(address.isTls ? { tls: typeof settings.redisCa === 'string' ? { ca: settings.redisCa } : {} } : {}),
  };
}
