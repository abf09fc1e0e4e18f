import { readFileSync } from 'node:fs';
import { createServer as createTcpServer, connect, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  startTestRedisCluster,
  startTestRedisSentinels,
  testServers,
  type RedisCluster,
  type RedisSentinels,
} from '@leadbridge/devkit';
import { silentLogger, systemClock, type Logger, type RedisSettings } from '@leadbridge/platform';

import { redisPrefixOf } from './catalog.js';
import { workerConnection } from './connections.js';
import { createHeartbeatBoard } from './heartbeat-board.js';
import { createJobQueue } from './job-queue.js';
import { createJobWorker, type JobHandler } from './job-worker.js';
import { createMetricsBoard } from './metrics-board.js';
import { createQueueTraces } from './queue-traces.js';

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const closing: (() => unknown)[] = [];

let sentinels: RedisSentinels;
let cluster: RedisCluster;

beforeAll(async () => {
  [sentinels, cluster] = await Promise.all([
    startTestRedisSentinels({ replicas: 0, sentinels: 1, downAfterMs: 5_000 }),
    startTestRedisCluster({ masters: 1, replicas: 0, downAfterMs: 5_000 }),
  ]);
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) {
    await close();
  }
});

afterAll(async () => {
  await Promise.all([sentinels.stop(), cluster.stop()]);
});

/** Uses every kind of command of the service, on several keys at once. */
async function useEverything(redis: RedisSettings): Promise<void> {
  const settings = {
    redis,
    prefix: `${redisPrefixOf(redis)}:test`,
    clock: systemClock,
    logger: silentLogger,
  };
  const queue = createJobQueue(settings);
  const connection = workerConnection(redis, silentLogger);
  const ran = new Set<string>();
  const handler: JobHandler = ({ jobId }) => {
    ran.add(jobId);
    return Promise.resolve({ done: true });
  };
  const worker = createJobWorker([{ key: 'leadImports', handler, concurrency: 5 }], settings);
  closing.push(
    () => queue.close(),
    () => {
      connection.disconnect();
    },
    () => worker.close(),
  );
  await connection.ping();
  await Promise.all(Object.values(queue.queues).map(async (each) => each.waitUntilReady()));
  const job = { jobId: 'job_1', type: 'lead_import' } as const;
  await queue.enqueue(job);
  expect(await queue.waitFor(job, 10_000)).toBe(true);
  expect(ran).toEqual(new Set(['job_1']));

  const board = createMetricsBoard(connection, settings.prefix);
  await board.publish('one', 'figures');
  expect(await board.read()).toEqual(['figures']);
  const heartbeats = createHeartbeatBoard(connection, settings.prefix);
  await heartbeats.publish('one', { answerAgeMs: null, failures: null });
  expect((await heartbeats.read()).alive).toHaveLength(1);
  const traces = createQueueTraces({ connection, queues: queue.queues, prefix: settings.prefix });
  expect(await traces.erase(['job_1'], (text) => text.includes('nobody'))).toBe(1);
}

/** The logged reasons why a Redis is unavailable. */
async function reasonsOf(redis: RedisSettings): Promise<readonly unknown[]> {
  const reasons: unknown[] = [];
  await new Promise<void>((resolve) => {
    const logger: Logger = {
      ...silentLogger,
      warn: (_message, fields) => {
        reasons.push(fields?.['reason']);
        resolve();
      },
    };
    const connection = workerConnection(redis, logger);
    closing.push(() => {
      connection.disconnect();
    });
  });
  return reasons;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A Redis with TLS and a self-signed certificate. */
async function listenWithTls(): Promise<number> {
  const { port } = new URL(testServers().redisUrl);
  const keys = { cert: fixture('tls-certificate.pem'), key: fixture('tls-key.pem') };
  return await listen(
    createTlsServer(keys, (client) => {
      const redis = connect(Number(port), '127.0.0.1');
      client.pipe(redis).pipe(client);
      client.on('error', () => redis.destroy());
      client.on('close', () => redis.destroy());
      redis.on('error', () => client.destroy());
    }),
  );
}

describe('a connection to Redis', () => {
  it('uses the master that the Sentinels name', async () => {
    await useEverything({ redisUrl: sentinels.url });
  });

  it('uses a cluster, with all keys in one slot', async () => {
    await useEverything({ redisUrl: cluster.url });
  });

  it('trusts the configured authority', async () => {
    const redisUrl = `rediss://localhost:${await listenWithTls()}`;
    await useEverything({ redisUrl, redisCa: fixture('tls-certificate.pem') });
  });
});

describe('an unusable Redis is logged in one line:', () => {
  it('an untrusted certificate', async () => {
    const reasons = await reasonsOf({ redisUrl: `rediss://localhost:${await listenWithTls()}` });
    expect(reasons).toEqual([
      'the certificate of Redis is not trusted (self-signed certificate): REDIS_CA_FILE names the authority that signed it',
    ]);
  });

  it('a name that the Sentinels do not know', async () => {
    const reasons = await reasonsOf({ redisUrl: sentinels.url.replace(/\w+$/, 'other') });
    expect(reasons).toEqual(['the Sentinels of REDIS_URL know no master of the name other']);
  });

  it('Sentinels that accept connections and do not respond', async () => {
    const port = await listen(createTcpServer(() => undefined));
    expect(await reasonsOf({ redisUrl: `redis+sentinel://127.0.0.1:${port}/leads` })).toEqual([
      expect.stringMatching(/^no Sentinel of REDIS_URL responds \(.*Command timed out\)$/),
    ]);
  });

  it('a cluster of which no node responds', async () => {
    expect(await reasonsOf({ redisUrl: 'redis+cluster://127.0.0.1:1,127.0.0.1:2' })).toEqual([
      expect.stringMatching(/^no node of the cluster of REDIS_URL responds \(.*\)$/),
    ]);
  });

  it('a server that is not a node of a cluster', async () => {
    const { host } = new URL(testServers().redisUrl);
    expect(await reasonsOf({ redisUrl: `redis+cluster://${host}` })).toEqual([
      expect.stringMatching(
        /^no node of the cluster of REDIS_URL responds \(.*cluster support disabled.*\)$/,
      ),
    ]);
  });
});
