import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestRedis, until } from '@leadbridge/devkit';
import { openRedis, type RedisConnection } from '@leadbridge/queue';
import { silentLogger } from '@leadbridge/platform';

import { startTestApi, type TestApi } from './testing/test-api.js';

const recoveryMs = 15_000;

describe('with a Redis that responds and refuses writes', () => {
  let server: Awaited<ReturnType<typeof startTestRedis>>;
  let admin: RedisConnection;
  let api: TestApi;

  beforeAll(async () => {
    server = await startTestRedis();
    admin = openRedis({ redisUrl: server.url }, { waits: true, maxRetryDelayMs: 1_000 }, silentLogger);
    api = await startTestApi({ environment: { REDIS_URL: server.url, SYNC_WAIT_SECONDS: '1' } });
  });

  afterAll(async () => {
    await api.close();
    admin.disconnect();
    await server.stop();
  });

  const ready = async () => (await api.call('GET', '/readyz', { key: null })).status;
  const health = async () => (await api.call('GET', '/health', { key: null })).body;
  const inTime = async (status: number) => {
    const began = Date.now();
    await until(async () => (await ready()) === status);
    expect(Date.now() - began).toBeLessThan(recoveryMs);
  };

  it.each([
    [
      'full',
      async () => admin.config('SET', 'maxmemory', '1'),
      async () => admin.config('SET', 'maxmemory', '0'),
    ],
    [
      'a replica',
      async () => admin.call('REPLICAOF', '127.0.0.1', '1'),
      async () => admin.call('REPLICAOF', 'NO', 'ONE'),
    ],
  ])('is not ready and says why while it is %s, and is again soon after', async (_what, begin, end) => {
    await inTime(200);
    await begin();
    await inTime(503);
    expect(await health()).toMatchObject({ status: 'degraded', queue: { state: 'refusing_writes' } });
    expect((await api.call('GET', '/readyz', { key: null })).body).toMatchObject({
      error: { details: { queue: 'refusing_writes', database: 'connected' } },
    });
    await end();
    await inTime(200);
    expect(await health()).toMatchObject({ queue: { state: 'connected' } });
  });

  it('accepts an import, which is queued later', async () => {
    await admin.config('SET', 'maxmemory', '1');
    await inTime(503);
    const body = { source: 'manual', data: { email: 'ada@example.com' } };
    expect((await api.call('POST', '/sync/leads', { body })).status).toBe(202);
    await admin.config('SET', 'maxmemory', '0');
    await inTime(200);
  });
});
