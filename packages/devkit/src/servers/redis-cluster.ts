import { join } from 'node:path';

import { Redis } from 'ioredis';

import { waitUntil } from '../processes/wait-until.js';
import { startRedis, type RedisServer } from './redis-server.js';
import { stopServers } from './stop-servers.js';

/** A Redis Cluster, each of whose masters holds an equal part of the slots. */
export interface RedisCluster {
  /** As `REDIS_URL` takes it. */
  readonly url: string;
  readonly servers: readonly RedisServer[];
  /** The server that holds the slot of `key` now. */
  masterOf(key: string): Promise<RedisServer>;
  stop(): Promise<void>;
}

export interface RedisClusterSettings {
  readonly binary: string;
  readonly dataDirectory: string;
  readonly masters: number;
  /** Of each master. */
  readonly replicas: number;
  /** For which a master must be silent before it counts as down. */
  readonly downAfterMs: number;
}

const slotCount = 16_384;
const readyMs = 30_000;

/** Resolves when every node sees the whole cluster and each replica has its master's data. */
export async function startRedisCluster(settings: RedisClusterSettings): Promise<RedisCluster> {
  const { binary, dataDirectory, masters, replicas, downAfterMs } = settings;
  const servers: RedisServer[] = [];
  const stop = async (): Promise<void> => stopServers(servers);
  try {
    for (let number = 0; number < masters * (1 + replicas); number += 1) {
      servers.push(
        await startRedis({
          binary,
          dataDirectory: join(dataDirectory, `redis-${number}`),
          temporary: true,
          clusterNodeTimeoutMs: downAfterMs,
        }),
      );
    }
    await withNodes(servers, async (nodes) => formCluster(nodes, settings));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `redis+cluster://${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    servers,
    masterOf: async (key) => {
      for (const server of servers) {
        const found = await withNodes([server], async ([node]) => masterPort(node, key)).catch(() => null);
        const master = servers.find(({ port }) => port === found);
        if (master !== undefined) {
          return master;
        }
      }
      throw new Error(`No node of the cluster knows who holds ${key}`);
    },
    stop,
  };
}

type Node = { readonly port: number; readonly redis: Redis };

async function formCluster(
  nodes: readonly Node[],
  { masters, replicas }: RedisClusterSettings,
): Promise<void> {
  const [first, ...others] = nodes;
  for (const [index, { redis }] of nodes.slice(0, masters).entries()) {
    const [from, to] = [index, index + 1].map((part) => Math.floor((part * slotCount) / masters));
    await redis.call('CLUSTER', 'ADDSLOTSRANGE', String(from), String((to ?? slotCount) - 1));
    // Without epochs of their own they would have to settle by conflict who came first.
    await redis.call('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1));
  }
  for (const { port } of others) {
    await first?.redis.call('CLUSTER', 'MEET', '127.0.0.1', String(port));
  }
  const all = async (holds: (info: string) => boolean): Promise<void> => {
    await waitUntil(
      async () => {
        const infos = await Promise.all(nodes.map(async ({ redis }) => redis.call('CLUSTER', 'INFO')));
        return infos.every((info) => holds(String(info))) ? true : null;
      },
      readyMs,
      () => 'The nodes did not form a cluster',
      50,
    );
  };
  await all((info) => info.includes(`cluster_known_nodes:${nodes.length}`));
  for (const [index, { redis }] of nodes.slice(masters).entries()) {
    const master = nodes[Math.floor(index / replicas)];
    await redis.call('CLUSTER', 'REPLICATE', String(await master?.redis.call('CLUSTER', 'MYID')));
  }
  await all((info) => info.includes('cluster_state:ok'));
  for (const { redis } of nodes.slice(masters)) {
    await waitUntil(
      async () => ((await redis.info('replication')).includes('master_link_status:up') ? true : null),
      readyMs,
      () => 'A replica did not get the data of its master',
      50,
    );
  }
}

async function masterPort(node: Node | undefined, key: string): Promise<number | null> {
  const slot = Number(await node?.redis.call('CLUSTER', 'KEYSLOT', key));
  const ranges = (await node?.redis.call('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
  return ranges.find(([from, to]) => from <= slot && slot <= to)?.[2][1] ?? null;
}

async function withNodes<T>(
  servers: readonly RedisServer[],
  work: (nodes: readonly Node[]) => Promise<T>,
): Promise<T> {
  const nodes = servers.map(({ port }) => ({
    port,
    redis: new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: null }),
  }));
  try {
    for (const { redis } of nodes) {
      redis.on('error', () => {});
      await redis.connect();
    }
    return await work(nodes);
  } finally {
    nodes.forEach(({ redis }) => {
      redis.disconnect();
    });
  }
}
