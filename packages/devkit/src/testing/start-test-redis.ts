import { locateValkey } from '../binaries/locate.js';
import { startRedisCluster, type RedisCluster, type RedisClusterSettings } from '../servers/redis-cluster.js';
import {
  startRedisSentinels,
  type RedisSentinels,
  type RedisSentinelsSettings,
} from '../servers/redis-sentinels.js';
import { startRedis } from '../servers/redis-server.js';
import { inTestFolder } from './in-test-folder.js';

type Topology<Settings> = Omit<Settings, 'binary' | 'dataDirectory'>;

/** A Redis of its own for one test file (`*.int.test.ts`) or drill: one that it may fill or make a replica. */
export async function startTestRedis(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  return await withRedis(async (folder) => {
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
  return await withRedis(async (folder) => startRedisSentinels({ ...settings, ...folder }));
}

/** A Redis Cluster for one test file (`*.int.test.ts`) or drill. */
export async function startTestRedisCluster(settings: Topology<RedisClusterSettings>): Promise<RedisCluster> {
  return await withRedis(async (folder) => startRedisCluster({ ...settings, ...folder }));
}

async function withRedis<T extends { stop(): Promise<void> }>(
  start: (settings: { readonly binary: string; readonly dataDirectory: string }) => Promise<T>,
): Promise<T> {
  return await inTestFolder(async (dataDirectory, environment) =>
    start({ dataDirectory, binary: await locateValkey({ environment, report: () => {} }) }),
  );
}
