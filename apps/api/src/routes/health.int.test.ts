import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';
import { silentLogger } from '@leadbridge/platform';
import { createHeartbeatBoard, producerConnection } from '@leadbridge/queue';
import type { PsaCallSummary } from '@leadbridge/usecases';

import { startTestApi, type TestApi } from '../testing/test-api.js';

describe('the health checks', () => {
  const psa = createServer();
  let api: TestApi;

  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      psa.listen(0, '127.0.0.1', resolve);
    });
    const { port } = psa.address() as AddressInfo;
    api = await startTestApi({
      environment: {
        PSA_URL: `http://127.0.0.1:${port}`,
        PROVIDER_A_SUPPRESSION_URL: 'http://127.0.0.1:9/suppress',
      },
    });
  });

  afterAll(async () => {
    await api.close();
    psa.close();
  });

  it.each(['/health', '//health'])(
    'GET %s returns the version, the connections and the resources',
    async (path) => {
      const response = await api.call('GET', path, { key: null });
      expect(response.status).toBe(200);
      expect(response.body).toEqual({
        status: 'degraded',
        version: '1.0.0',
        timestamp: expect.stringMatching(/Z$/),
        services: { psa: 'connected', provider_a: 'disconnected', database: 'connected' },
        psa_failure: null,
        psa_write_check: null,
        workers: { alive: 0, last_seen_at: null },
        queue: { state: 'connected', waiting: 0, active: 0 },
        psa_budget: {
          limit: 500,
          used: 0,
          window_seconds: 300,
          free: { opt_out: 500, lifecycle: 495, single: 490, bulk: 480, mirror: 250 },
          waiting: { opt_out: 0, lifecycle: 0, single: 0, bulk: 0, mirror: 0 },
          used_by: { opt_out: 0, lifecycle: 0, single: 0, bulk: 0, mirror: 0, others: 0 },
        },
        psa_mirror: { complete: false, missing: { tickets: 0, contacts: 0, clients: 0 } },
        event_dispatch: { state: 'working', oldest_waiting_seconds: 0 },
        resources: {
          uptime_seconds: expect.any(Number),
          memory_mb: expect.any(Number),
          heap_used_mb: expect.any(Number),
          cpu_share: expect.any(Number),
          load_average: expect.any(Number),
        },
      });
    },
  );

  it('GET /queues returns the size of each queue', async () => {
    const { body } = await api.call('GET', '/queues');
    expect(body['queues']).toContainEqual({
      name: 'bulk-imports',
      waiting: 0,
      delayed: 0,
      active: 0,
      failed: 0,
    });
  });

  it('is healthy if everything configured is connected, a worker is alive and the PSA responds to it', async () => {
    const other = await startTestApi({ environment: { PSA_URL: api.origin } });
    const redis = producerConnection({ redisUrl: other.redis.url }, silentLogger);
    await once(redis, 'ready');
    const board = createHeartbeatBoard(redis, other.redis.prefix);
    const well: PsaCallSummary = { answerAgeMs: 500, failures: null };
    const ill: PsaCallSummary = {
      answerAgeMs: 60_000,
      failures: { firstAgeMs: 30_000, lastAgeMs: 1_000, reason: 'credentials_refused' },
    };
    /** Reads late enough that nothing is cached from before. */
    const health = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_050));
      return (await other.call('GET', '/health', { key: null })).body;
    };

    await board.publish('one', well);
    expect(await health()).toMatchObject({
      status: 'healthy',
      services: { psa: 'connected', provider_a: 'not_configured' },
      psa_failure: null,
      workers: { alive: 1, last_seen_at: expect.stringMatching(/Z$/) },
    });

    await board.publish('one', ill);
    const failing = await health();
    expect(failing).toMatchObject({
      status: 'degraded',
      services: { psa: 'failing' },
      psa_failure: { reason: 'credentials_refused' },
    });
    const { since } = failing['psa_failure'] as { since: string };
    expect(Math.abs(Date.now() - 30_000 - Date.parse(since))).toBeLessThan(10_000);

    await board.withdraw('one');
    expect(await health()).toMatchObject({
      status: 'degraded',
      services: { psa: 'connected' },
      psa_failure: null,
      workers: { alive: 0, last_seen_at: expect.stringMatching(/Z$/) },
    });
    redis.disconnect();
    await other.close();
  });

  it('reports a minute in which events waited and none was dispatched; so do the error log and a metric', async () => {
    const other = await startTestApi({ environment: { PSA_URL: api.origin } });
    const redis = producerConnection({ redisUrl: other.redis.url }, silentLogger);
    await once(redis, 'ready');
    const board = createHeartbeatBoard(redis, other.redis.prefix);
    const outbox = other.mongo.collection<{ _id: string }>('events');
    const health = async () => {
      await board.publish('one', { answerAgeMs: 500, failures: null });
      return (await other.call('GET', '/health', { key: null })).body;
    };
    expect(await health()).toMatchObject({ status: 'healthy', event_dispatch: { state: 'working' } });
    const at = new Date(Date.now() - 61_000);
    const waiting = { type: 'lead.created', data: {}, leadId: null, dispatchedAt: null };
    await outbox.insertOne({ _id: 'evt_1', at, ...waiting } as never);
    await until(async () => (await health())['status'] === 'degraded');
    expect(await health()).toMatchObject({ event_dispatch: { state: 'stalled' } });
    const errors = async () => (await other.call('GET', '/errors')).body['errors'] as readonly unknown[];
    await until(async () => (await errors()).length > 0);
    expect(await errors()).toMatchObject([
      { level: 'error', source: 'webhooks', details: { error_code: 'EVENT_DISPATCH_STALLED' } },
    ]);
    const { text } = await other.call('GET', '//metrics');
    expect(text).toMatch(/^leadbridge_event_dispatch_stalled 1$/m);
    expect(
      Number(/^leadbridge_event_dispatch_oldest_waiting_seconds (.+)$/m.exec(text)?.[1]),
    ).toBeGreaterThan(60);
    await outbox.deleteOne({ _id: 'evt_1' });
    await until(async () => (await health())['status'] === 'healthy');
    redis.disconnect();
    await other.close();
  });

  it('is alive and ready, at the root and under the prefix', async () => {
    for (const path of ['/livez', '//livez']) {
      expect(await api.call('GET', path, { key: null })).toMatchObject({
        status: 200,
        body: { status: 'alive' },
      });
    }
    for (const path of ['/readyz', '//readyz']) {
      expect(await api.call('GET', path, { key: null })).toMatchObject({
        status: 200,
        body: { status: 'ready' },
      });
    }
  });

  it('is no longer ready once it is about to stop, but alive', async () => {
    const other = await startTestApi({ beside: api });
    other.announceStop();
    const response = await other.call('GET', '/readyz', { key: null });
    expect(response.status).toBe(503);
    expect(response.body.error).toMatchObject({ details: { stopping: true } });
    expect((await other.call('GET', '/livez', { key: null })).status).toBe(200);
    await other.close();
  });
});
