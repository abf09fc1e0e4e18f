import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';

import { startTestApi, type TestApi } from '../testing/test-api.js';

describe('GET /analytics/performance', () => {
  let api: TestApi;
  let other: TestApi;
  let redis: Redis;

  beforeAll(async () => {
    const environment = { RATE_LIMIT_PER_HOUR: '100000' };
    api = await startTestApi({ environment });
    other = await startTestApi({ environment, beside: api });
    redis = new Redis(api.redis.url);
  });

  afterAll(async () => {
    redis.disconnect();
    await other.close();
    await api.close();
  });

  /** The bytes that the instances have reported, which they do once a second. */
  async function addedUp(): Promise<number> {
    const keys = await redis.keys(`${api.redis.prefix}:performance:minute:*`);
    const bytes = await Promise.all(keys.map((key) => redis.hget(key, 'bytes')));
    return bytes.map(Number).reduce((sum, each) => sum + each, 0);
  }

  it('sums up all instances, without the health checks', async () => {
    const body = { source: 'csv', data: { first_name: 'Ada', email: 'ada@example.com' } };
    let bytes = 0;
    for (const instance of [api, other]) {
      for (let count = 0; count < 15; count += 1) {
        const { text } = await instance.call('POST', '/validate/leads', { body });
        bytes += Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(body));
        await instance.call('GET', '/health');
      }
    }
    await until(async () => (await addedUp()) === bytes);
    const { status, body: figures } = await api.call('GET', '/analytics/performance?window=5m');
    expect(status).toBe(200);
    expect(figures['error_rates']).toEqual({ total: 0, by_endpoint: { '/validate/leads': 0 } });
    expect(figures['throughput']).toEqual({ requests_per_minute: 6, data_processed_mb: bytes / 1_000_000 });
    const times = figures['response_times'] as { average: number; p95: number; p99: number };
    expect(times.average).toBeGreaterThan(0);
    expect(times.p95).toBeGreaterThanOrEqual(times.average / 2);
    expect(times.p99).toBeGreaterThanOrEqual(times.p95);
    const day = await other.call('GET', '/analytics/performance?window=24h');
    expect((day.body['throughput'] as Record<string, number>)['data_processed_mb']).toBeGreaterThan(0);
  });

  it.each(['2h', '', '1H', '-1'])('rejects the window %p', async (window) => {
    expect((await api.call('GET', `/analytics/performance?window=${window}`)).status).toBe(400);
  });
});
