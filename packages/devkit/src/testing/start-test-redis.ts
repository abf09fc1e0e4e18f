import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { locateValkey } from '../binaries/locate.js';
import { startRedisCluster, type RedisCluster, type RedisClusterSettings } from '../servers/redis-cluster.js';
import {
  startRedisSentinels,
  type RedisSentinels,
  type RedisSentinelsSettings,
} from '../servers/redis-sentinels.js';
import { startRedis } from '../servers/redis-server.js';
import { currentTestRun } from './test-servers.js';

type Topology<Settings> = Omit<Settings, 'binary' | 'dataDirectory'>;

/** A Redis of its own for one test file (`*.int.test.ts`) or drill: one that it may fill or make a replica. */
export async function startTestRedis(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  return await inTestFolder(async (folder) => {
    const { url, process } = await startRedis({ ...folder, temporary: true });
    return {
      url,
      stop: async () => {
        await process.stop();
      },
    };
  });
}

/** A Redis behind Sentinels for one test file (`*.int.test.ts`) or drill. */
export async function startTestRedisSentinels(
  settings: Topology<RedisSentinelsSettings>,
): Promise<RedisSentinels> {
  return await inTestFolder(async (folder) => startRedisSentinels({ ...settings, ...folder }));
}

/** A Redis Cluster for one test file (`*.int.test.ts`) or drill. */
export async function startTestRedisCluster(settings: Topology<RedisClusterSettings>): Promise<RedisCluster> {
  return await inTestFolder(async (folder) => startRedisCluster({ ...settings, ...folder }));
}

async function inTestFolder<T extends { stop(): Promise<void> }>(
  start: (folder: { readonly binary: string; readonly dataDirectory: string }) => Promise<T>,
): Promise<T> {
  const { dataRoot, searchPath } = currentTestRun();
  const binary = await locateValkey({ environment: { PATH: searchPath }, report: () => {} });
  const dataDirectory = await mkdtemp(join(dataRoot, 'leadbridge-test-'));
  const started = await start({ binary, dataDirectory });
  return {
    ...started,
    stop: async () => {
      await started.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
