import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startTestApi, type TestApi } from '../../testing/test-api.js';

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
    'GET %s tells of the version, the connections and the resources',
    async (path) => {
      const answer = await api.call('GET', path, { key: null });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        status: 'degraded',
        version: '1.0.0',
        timestamp: expect.stringMatching(/Z$/),
        services: { psa: 'connected', provider_a: 'disconnected', database: 'connected' },
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

  it('is healthy where what is configured is connected', async () => {
    const other = await startTestApi({ environment: { PSA_URL: api.origin } });
    const { body } = await other.call('GET', '/health', { key: null });
    expect(body).toMatchObject({ status: 'healthy', services: { provider_a: 'not_configured' } });
    await other.close();
  });

  it('is alive and ready, at the origin and under the prefix', async () => {
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
    const answer = await other.call('GET', '/readyz', { key: null });
    expect(answer.status).toBe(503);
    expect(answer.body.error).toMatchObject({ details: { stopping: true } });
    expect((await other.call('GET', '/livez', { key: null })).status).toBe(200);
    await other.close();
  });
});
