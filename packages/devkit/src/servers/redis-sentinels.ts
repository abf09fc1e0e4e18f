import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Redis } from 'ioredis';

import { waitUntil } from '../processes/wait-until.js';
import { respondsToPing, startRedis, type RedisServer } from './redis-server.js';
import { startServer } from './start-server.js';
import { stopServers, type StartedProcess } from './stop-servers.js';

/** A Redis with replicas, which Sentinels watch over. */
export interface RedisSentinels {
  /** As `REDIS_URL` takes it. */
  readonly url: string;
  readonly servers: readonly RedisServer[];
  /** The server that the Sentinels name as the master; null while they name none that was started here. */
  master(): Promise<RedisServer | null>;
  stop(): Promise<void>;
}

export interface RedisSentinelsSettings {
  readonly binary: string;
  readonly dataDirectory: string;
  readonly replicas: number;
  readonly sentinels: number;
  /** For which a master must be silent before it counts as down. */
  readonly downAfterMs: number;
}

const sentinelMasterName = 'leadbridge';
const readyMs = 20_000;

/** Resolves when every Sentinel knows the replicas and the other Sentinels, so that a failover may begin at once. */
export async function startRedisSentinels(settings: RedisSentinelsSettings): Promise<RedisSentinels> {
  const { binary, dataDirectory } = settings;
  const started: StartedProcess[] = [];
  const servers: RedisServer[] = [];
  const ports: number[] = [];
  const stop = async (): Promise<void> => stopServers([...started].reverse());
  try {
    for (let number = 0; number <= settings.replicas; number += 1) {
      const [master] = servers;
      const server = await startRedis({
        binary,
        dataDirectory: join(dataDirectory, `redis-${number}`),
        temporary: true,
        ...(master === undefined ? {} : { replicaOf: master.port }),
      });
      servers.push(server);
      started.push(server);
    }
    for (let number = 1; number <= settings.sentinels; number += 1) {
      const sentinel = await startSentinel(settings, number, servers[0]?.port ?? 0);
      ports.push(sentinel.port);
      started.push(sentinel);
    }
    await Promise.all(ports.map(async (port) => knowsAll(port, settings)));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${sentinelMasterName}`,
    servers,
    master: async () => {
      for (const port of ports) {
        const named = await masterPort(port).catch(() => null);
        const found = servers.find((server) => server.port === named);
        if (found !== undefined) {
          return found;
        }
      }
      return null;
    },
    stop,
  };
}

async function startSentinel(
  settings: RedisSentinelsSettings,
  number: number,
  masterServerPort: number,
): Promise<StartedProcess & { readonly port: number }> {
  const directory = join(settings.dataDirectory, `sentinel-${number}`);
  await mkdir(directory, { recursive: true });
  const file = join(directory, 'sentinel.conf');
  const quorum = Math.floor(settings.sentinels / 2) + 1;
  // Sentinels write into it what they learn.
  await writeFile(
    file,
    [
      `sentinel monitor ${sentinelMasterName} 127.0.0.1 ${masterServerPort} ${quorum}`,
      `sentinel down-after-milliseconds ${sentinelMasterName} ${settings.downAfterMs}`,
      `sentinel failover-timeout ${sentinelMasterName} ${settings.downAfterMs * 5}`,
      '',
    ].join('\n'),
  );
  return await startServer({
    name: `Sentinel ${number}`,
    binary: settings.binary,
    parameters: (port) => [
      file,
      '--sentinel',
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      directory,
    ],
    isReady: respondsToPing,
    temporaryDirectory: directory,
  });
}

async function knowsAll(port: number, settings: RedisSentinelsSettings): Promise<void> {
  await withSentinel(port, async (sentinel) => {
    await waitUntil(
      async () => {
        const fields = (await sentinel.call('SENTINEL', 'MASTER', sentinelMasterName)) as string[];
        const number = (name: string): number => Number(fields[fields.indexOf(name) + 1]);
        return number('num-slaves') >= settings.replicas &&
          number('num-other-sentinels') >= settings.sentinels - 1
          ? true
          : null;
      },
      readyMs,
      () => 'The Sentinels did not find each other and the replicas',
      100,
    );
  });
}

async function masterPort(port: number): Promise<number> {
  return await withSentinel(port, async (sentinel) => {
    const response = (await sentinel.call(
      'SENTINEL',
      'get-master-addr-by-name',
      sentinelMasterName,
    )) as string[];
    return Number(response[1]);
  });
}

async function withSentinel<T>(port: number, work: (sentinel: Redis) => Promise<T>): Promise<T> {
  const sentinel = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: null });
  sentinel.on('error', () => {});
  try {
    await sentinel.connect();
    return await work(sentinel);
  } finally {
    sentinel.disconnect();
  }
}
