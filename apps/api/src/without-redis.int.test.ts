import { testServers, startServerProxy, type ServerProxy } from '@leadbridge/devkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { routeTable } from './routes/index.js';
import { addPerson, behindProxy, sessionToken } from './testing/people.js';
import { seedRecords } from './testing/seed-records.js';
import { startTestApi, type TestApi } from './testing/test-api.js';

const maxResponseMs = 8_000;
const pages = ['/admin/queues', '/docs', '/metrics'];

describe('without Redis', () => {
  let redis: ServerProxy;
  let api: TestApi;
  let session: string;
  const ids: Record<string, string> = { lead_id: '1', prospect_id: '1', opportunity_id: '1' };

  beforeAll(async () => {
    redis = await startServerProxy(testServers().redisUrl);
    api = await startTestApi({
      environment: { ...behindProxy, REDIS_URL: `redis://${redis.host}`, SYNC_WAIT_SECONDS: '1' },
    });
    await seedRecords(api, { id: 1 });
    const person = await addPerson(api, 'admin');
    session = await sessionToken(api, person);
    ids['user_id'] = person.id;
    const headers = { Prefer: 'respond-async' };
    const made = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> =>
      (await api.call('POST', path, { body, headers })).body;
    const leads = [{ email: 'ada@example.com' }];
    ids['job_id'] = String((await made('/sync/leads/bulk', { source: 'manual', leads }))['job_id']);
    ids['webhook_id'] = String(
      (await made('/webhooks', { url: 'https://example.com', events: ['*'] }))['id'],
    );
    ids['key_id'] = String((await made('/api-keys', { name: 'one', role: 'viewer' }))['id']);
  });

  afterAll(async () => {
    redis.thaw();
    await redis.restore().catch(() => undefined);
    // A connection that is closed while it still waits for its greeting throws when the greeting comes.
    await expectReady();
    await api.close();
    redis.close();
  });

  async function expectReady(): Promise<void> {
    const deadline = Date.now() + 30_000;
    let status = 0;
    while (status !== 200 && Date.now() < deadline) {
      ({ status } = await api.call('GET', '/readyz', { key: null }));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(status).toBe(200);
  }

  /** The status alone: a stream of events has no end of its own. */
  async function statusOf(path: string): Promise<number> {
    const ending = new AbortController();
    const response = await fetch(api.origin + path, {
      headers: { Authorization: `Bearer ${session}` },
      signal: AbortSignal.any([ending.signal, AbortSignal.timeout(maxResponseMs)]),
    });
    ending.abort();
    return response.status;
  }

  const reads = routeTable
    .filter(({ method, path }) => method === 'get' && path !== '/readyz')
    .map(({ path }) => path);

  async function failing(): Promise<string[]> {
    const found: string[] = [];
    for (const path of [...reads.map((read) => `/api/v1${read}`), ...pages]) {
      const address = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? 'none');
      const status = await statusOf(address).catch((error: unknown) => String(error));
      if (typeof status === 'string' || status >= 500) {
        found.push(`${status} ${address}`);
      }
    }
    return found;
  }

  it('every read gets its response while it is away, and an import is accepted', async () => {
    redis.cut();
    expect(await failing()).toEqual([]);
    const performance = await api.call('GET', '/analytics/performance');
    expect(performance.status).toBe(200);
    expect(performance.body).toMatchObject({ partial: true });
    expect(
      (performance.body['throughput'] as { requests_per_minute: number }).requests_per_minute,
    ).toBeGreaterThan(0);
    const accepted = await api.call('POST', '/sync/leads', {
      body: { source: 'manual', data: { email: 'ada@example.com' } },
    });
    expect(accepted.status).toBe(202);
    expect((await api.call('GET', '/readyz', { key: null })).status).toBe(503);
    await redis.restore();
  });

  it('every read gets its response while it hangs', async () => {
    redis.freeze();
    expect(await failing()).toEqual([]);
    redis.thaw();
  });
});
