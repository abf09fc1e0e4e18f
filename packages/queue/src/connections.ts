import { readRedisUrl, type Logger, type RedisAddress, type RedisSettings } from '@leadbridge/platform';
import { Cluster, Redis } from 'ioredis';

import { redisOutage } from './redis-outage.js';
import { createRedisReasons } from './redis-reasons.js';

/** A connection to one server, to the present master behind Sentinels, or to a cluster. */
export type RedisConnection = Redis | Cluster;

/** Without its own limit a Sentinel that takes a connection and answers nothing is waited for until the connection ends. */
const sentinelTimeoutMs = 2_000;

/**
 * Where another server may take over: one that hangs closes no connection, and a master that has hung is no master any more. Workers and listeners wait up to ten seconds for
 * something to do. (ioredis's `failoverDetector` would permanently end a connection that it meets while it connects.)
 */
const silenceMs = { waiting: 15_000, other: 5_000 };

interface ConnectionKind {
  /** False: a command fails at once while Redis is unavailable. True: it waits for Redis to come back. */
  readonly waits: boolean;
  readonly maxRetryDelayMs: number;
  readonly commandTimeoutMs?: number;
  readonly enableAutoPipelining?: boolean;
}

/** For producers: a command fails at once while Redis is unavailable, so that a request never hangs on it. */
export function producerConnection(settings: RedisSettings, logger: Logger): RedisConnection {
  return openRedis(settings, { waits: false, maxRetryDelayMs: 1_000 }, logger);
}

/** For workers and listeners: a blocking command waits for Redis to come back. Whoever opens one disconnects it. */
export function workerConnection(settings: RedisSettings, logger: Logger): RedisConnection {
  return openRedis(settings, { waits: true, maxRetryDelayMs: 1_500 }, logger);
}

/** Opens a connection of another kind, and has the process log when its Redis is unavailable and why. */
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
    // The node that holds our keys may have failed and no other command of ours would find that out.
    slotsRefreshInterval: 5_000,
    slotsRefreshTimeout: sentinelTimeoutMs,
    // A certificate names the host and not the address that it has.
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
    // A master that has become a replica refuses writes until the connection finds the present one.
    reconnectOnError: ({ message }: Error) => (message.startsWith('READONLY') ? (2 as const) : false),
    ...(address.username === undefined ? {} : { username: address.username }),
    ...(password === undefined ? {} : { password }),
    ...(kind.commandTimeoutMs === undefined ? {} : { commandTimeout: kind.commandTimeoutMs }),
    ...(kind.enableAutoPipelining === undefined ? {} : { enableAutoPipelining: kind.enableAutoPipelining }),
    ...(address.kind === 'server' ? {} : { socketTimeout: kind.waits ? silenceMs.waiting : silenceMs.other }),
    ...(address.isTls ? { tls: typeof settings.redisCa === 'string' ? { ca: settings.redisCa } : {} } : {}),
  };
}
