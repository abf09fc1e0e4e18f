import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServerProxy, testServers, type ServerProxy } from '@leadbridge/devkit';

import { startTestApi, type TestApi } from './testing/test-api.js';

/** How long a request waits for the shared count. */
const limiterTimeoutMs = 500;

describe('with a Redis that hangs', () => {
  let redis: ServerProxy;
  let api: TestApi;

  beforeAll(async () => {
    const { redisUrl } = testServers();
    redis = await startServerProxy(redisUrl);
    const { pathname } = new URL(redisUrl);
    api = await startTestApi({ environment: { REDIS_URL: `redis://${redis.host}${pathname}` } });
  });

  afterAll(async () => {
    redis.thaw();
    await api.close();
    redis.close();
  });

  it('only the requests wait for it that came before it was noticed', async () => {
    const paths = ['/openapi.json', '/jobs', '//livez'];
    const timeOf = async (path: string): Promise<number> => {
      const startedAt = performance.now();
      expect((await api.call('GET', path)).status).toBe(200);
      return performance.now() - startedAt;
    };
    await Promise.all(paths.map(timeOf));
    redis.freeze();
    await Promise.all(paths.map(timeOf));
    const waits: number[] = [];
    for (const until = performance.now() + 5_000; performance.now() < until;) {
      for (const path of paths) waits.push(await timeOf(path));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(waits.filter((wait) => wait >= limiterTimeoutMs)).toEqual([]);
  });
});
