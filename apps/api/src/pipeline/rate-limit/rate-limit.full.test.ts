import { testServers, until, startServerProxy } from '@leadbridge/devkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import type { ApiResponse } from '../../testing/call-api.js';
import { startTestApi, type TestApi } from '../../testing/test-api.js';
import { startTestWorker } from '../../testing/test-worker.js';

const lead = { source: 'manual', data: { email: 'ada@example.com' } };
const leads = { source: 'manual', leads: [{ email: 'ada@example.com' }] };
const async = { Prefer: 'respond-async' };
const imported = {
  success: true,
  lead_id: 1,
  psa_ticket_id: 2,
  actions_taken: [],
  result: 'created',
  quality_score: 30,
  warnings: [],
};

function shown(response: ApiResponse): (number | null)[] {
  return ['limit', 'remaining'].map((name) => {
    const value = response.headers.get(`x-ratelimit-${name}`);
    return value === null ? null : Number(value);
  });
}

describe('limits across two instances', () => {
  let first: TestApi;
  let second: TestApi;
  const environment = {
    RATE_LIMIT_PER_HOUR: '8',
    RATE_LIMIT_BURST: '2',
    BULK_LIMIT_PER_HOUR: '3',
    SYNC_CONCURRENCY: '4',
  };
  let worker: ReturnType<typeof startTestWorker>;
  /** Imports that have begun, and the function that ends them. */
  let begun = 0;
  let release: () => void = () => undefined;
  let released = Promise.resolve();

  function holdImports(): void {
    begun = 0;
    released = new Promise((resolve) => {
      release = resolve;
    });
  }

  beforeAll(async () => {
    first = await startTestApi({ environment });
    second = await startTestApi({ environment, beside: first });
    worker = startTestWorker(first, async () => {
      begun += 1;
      await released;
      return { status: 'completed', result: imported };
    });
  });

  afterAll(async () => {
    release();
    await worker.close();
    await second.close();
    await first.close();
  });

  it('counts a credential across both, reports correctly what is left, and refuses with Retry-After', async () => {
    const key = await first.issueKey('viewer');
    const seen: ApiResponse[] = [];
    for (let request = 0; request < 11; request += 1) {
      seen.push(await (request % 2 === 0 ? first : second).call('GET', '/jobs', { key }));
    }
    expect(seen.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(seen.map((response) => shown(response)[1])).toEqual([7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0]);
    const last = seen.at(-1);
    expect(last?.body.error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    const reset = Number(last?.headers.get('x-ratelimit-reset'));
    const now = Date.now() / 1000;
    expect(reset).toBeGreaterThan(now + 3_500);
    expect(reset).toBeLessThan(now + 3_602);
    expect(Math.abs(Number(last?.headers.get('retry-after')) - (reset - now))).toBeLessThan(3);
    expect(last?.headers.get('ratelimit-policy')).toBe('"hour";q=8;w=3600');
    expect(last?.headers.get('ratelimit')).toMatch(/^"hour";r=0;t=3\d{3}$/);
  });

  it('does not count one credential against another, and never refuses the health checks', async () => {
    const key = await first.issueKey('viewer');
    expect(shown(await second.call('GET', '/jobs', { key }))).toEqual([8, 7]);
    for (let request = 0; request < 12; request += 1) {
      for (const path of ['/health', '//health', '/livez', '//livez', '/readyz', '//readyz']) {
        const response = await first.call('GET', path, { key: null });
        expect(response.status).toBe(200);
        expect(shown(response)[0]).toBe(8);
      }
    }
  });

  it('counts only accepted bulk imports, and shows their limit if less of it is left', async () => {
    const key = await first.issueKey('operator');
    const send = (body: unknown, api = first, more: Readonly<Record<string, string>> = {}) =>
      api.call('POST', '/sync/leads/bulk', { key, body, headers: { ...async, ...more } });
    const again = { 'Idempotency-Key': 'the-third-import' };
    const refused = await send({ ...leads, leads: [] });
    expect(refused.status).toBe(400);
    expect(shown(refused)).toEqual([3, 3]);
    expect(shown(await send(leads))).toEqual([3, 2]);
    expect(shown(await send(leads, second))).toEqual([3, 1]);
    const third = await send(leads, first, again);
    expect(third.status).toBe(202);
    expect(shown(third)).toEqual([3, 0]);
    expect(third.headers.get('ratelimit')).toMatch(/^"hour";r=4;t=\d+, "bulk";r=0;t=\d+$/);
    const repeated = await send(leads, first, again);
    expect(repeated.status).toBe(202);
    expect(repeated.text).toBe(third.text);
    const over = await send(leads, second);
    expect(over.status).toBe(429);
    expect(over.body.error).toMatchObject({ details: { limit: 'bulk' } });
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await second.call('GET', '/jobs', { key })).status).toBe(200);
  });

  it('limits concurrent sync operations across both instances, and releases their slots', async () => {
    const key = await first.issueKey('operator');
    const send = (api: TestApi) => api.call('POST', '/sync/leads', { key, body: lead });
    holdImports();
    const running = [send(first), send(second), send(first), send(second)];
    await until(() => begun === 4);
    const over = await send(second);
    expect(over.status).toBe(429);
    expect(over.body.error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { limit: 'concurrent_sync' },
    });
    expect(over.headers.get('retry-after')).toBe('1');
    expect((await first.call('GET', '/jobs', { key })).status).toBe(200);
    release();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await first.call('POST', '/sync/leads', { key, body: lead, headers: async })).status).toBe(202);
    // Otherwise it would count in the next test.
    await until(() => begun === 5);
  });

  it('does not let callers share a slot by sending the same request id', async () => {
    const key = await first.issueKey('operator');
    const headers = { 'X-Request-Id': 'always-the-same' };
    holdImports();
    const statuses: number[] = [];
    const sent = Array.from({ length: 6 }, async () => {
      statuses.push((await first.call('POST', '/sync/leads', { key, body: lead, headers })).status);
    });
    await until(() => begun === 4 && statuses.length === 2);
    expect(statuses).toEqual([429, 429]);
    release();
    await Promise.all(sent);
    expect(statuses.slice(2)).toEqual([201, 201, 201, 201]);
  });

  it('shows limits on errors of every kind', async () => {
    const paths: [string, string, number][] = [
      ['GET', '/nothing', 404],
      ['PATCH', '/jobs', 405],
      ['GET', '/jobs/%E0%A4%A', 400],
      ['GET', '/jobs', 401],
    ];
    for (const [method, path, status] of paths) {
      const response = await first.call(method, path, { key: null });
      expect(response.status).toBe(status);
      expect(shown(response)[0]).toBe(8);
      expect(response.headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/);
    }
  });
});

describe('limits by address', () => {
  const signIn = async (api: TestApi, forwarded: string): Promise<number> => {
    const body = { email: `${forwarded.replaceAll(/\W/g, '.')}@example.com`, password: 'a pass phrase' };
    const headers = { 'X-Forwarded-For': forwarded };
    return (await api.call('POST', '/auth/login', { key: null, headers, body })).status;
  };
  const statuses = async (api: TestApi, addresses: readonly string[]): Promise<number[]> => {
    const seen: number[] = [];
    for (const address of addresses) {
      seen.push(await signIn(api, address));
    }
    return seen;
  };
  const sixteen = Array.from({ length: 16 }, (_, number) => number.toString(16));
  const lastRefused = [...Array<number>(15).fill(401), 429];

  it('ignore forwarded addresses if no proxy is trusted', async () => {
    const api = await startTestApi();
    expect(
      await statuses(
        api,
        sixteen.map((number) => `203.0.113.${number}`),
      ),
    ).toEqual(lastRefused);
    await api.close();
  });

  it('count an IPv6 network as one, and an invalid address as that of the connection', async () => {
    const api = await startTestApi({ environment: { TRUST_PROXY: 'true' } });
    const network = sixteen.map((number) => `2001:db8:1:2:${number}::${number}`);
    expect(await statuses(api, network)).toEqual(lastRefused);
    expect(await signIn(api, '2001:db8:1:3::1')).toBe(401);
    expect(
      await statuses(
        api,
        sixteen.map((number) => `made-up-${number}`),
      ),
    ).toEqual(lastRefused);
    await api.close();
  });
});

describe('the limit per minute', () => {
  it('blocks for a quarter of an hour once quota and burst are used up', async () => {
    const api = await startTestApi({ environment: { RATE_LIMIT_PER_MINUTE: '5' } });
    const responses: ApiResponse[] = [];
    for (let request = 0; request < 26; request += 1) {
      responses.push(await api.call('GET', '/jobs'));
    }
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(25);
    const last = responses.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(890);
    expect(shown(responses[0] as ApiResponse)[0]).toBe(1000);
    await api.close();
  });
});

describe('notifications of the PSA', () => {
  const notification = (ticket: number) => ({
    ticket_id: ticket,
    changes: { customfields: [{ id: 105, new_value: true }] },
  });
  let running: TestApi | undefined;
  const start = async (environment: Record<string, string>): Promise<TestApi> => {
    running = await startTestApi({ environment });
    return running;
  };

  afterEach(async () => {
    await running?.close();
  });

  const notify = (api: TestApi, key: string | null, ticket = 1, headers: Record<string, string> = {}) =>
    api.call('POST', '/webhooks/dnc-sync', {
      key,
      body: notification(ticket),
      headers: { ...async, ...headers },
    });

  it("are refused by none of the callers' limits, with a credential or a signature", async () => {
    const api = await start({ RATE_LIMIT_PER_HOUR: '5', RATE_LIMIT_BURST: '0', RATE_LIMIT_PER_MINUTE: '5' });
    const key = api.keys.operator;
    const statuses = new Set<number>();
    for (let ticket = 1; ticket <= 40; ticket += 1) {
      statuses.add((await notify(api, key, ticket)).status);
    }
    expect([...statuses]).toEqual([202]);
    expect(shown(await api.call('GET', '/jobs', { key }))).toEqual([5, 4]);
  });

  it('have their own limit, which resets within a second', async () => {
    const api = await start({ NOTIFICATION_LIMIT_PER_SECOND: '1' });
    const key = api.keys.operator;
    const responses = await Promise.all(
      Array.from({ length: 12 }, async (_, ticket) => notify(api, key, ticket + 1)),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const response of refused) {
      expect(response.headers.get('retry-after')).toBe('1');
      expect(response.body.error).toMatchObject({ details: { limit: 'notification', quota: 1 } });
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await notify(api, key, 100)).status).toBe(202);
  });

  it('count like everything else from callers who may not send them', async () => {
    const api = await start({ RATE_LIMIT_PER_HOUR: '4', RATE_LIMIT_BURST: '0' });
    const statuses = async (key: string | null, headers = {}): Promise<number[]> => {
      const seen: number[] = [];
      for (let request = 0; request < 5; request += 1) {
        seen.push((await notify(api, key, 1, headers)).status);
      }
      return seen;
    };
    expect(await statuses(api.keys.viewer)).toEqual([403, 403, 403, 403, 429]);
    expect(await statuses('a key that nobody has')).toEqual([401, 401, 401, 401, 429]);
    expect((await notify(api, null, 1, { 'X-Webhook-Signature': '0'.repeat(64) })).status).toBe(429);
  });
});

describe('limits without Redis', () => {
  it('are counted by the process, reads still work, and an import is accepted and stored', async () => {
    const proxy = await startServerProxy(testServers().redisUrl);
    const api = await startTestApi({
      environment: {
        REDIS_URL: `redis://${proxy.host}`,
        RATE_LIMIT_PER_HOUR: '3',
        RATE_LIMIT_BURST: '0',
        SYNC_WAIT_SECONDS: '1',
      },
    });
    expect(shown(await api.call('GET', '/jobs'))).toEqual([3, 2]);
    proxy.cut();
    const statuses: number[] = [];
    for (let request = 0; request < 4; request += 1) {
      statuses.push((await api.call('GET', '/jobs')).status);
    }
    // On a busy machine Redis may have been too slow for the first one, which the process then has counted too.
    expect(statuses.toSorted()).toEqual(statuses);
    expect([2, 3]).toContain(statuses.filter((status) => status === 200).length);
    expect((await api.call('GET', '/readyz', { key: null })).status).toBe(503);
    expect((await api.call('GET', '/livez', { key: null })).status).toBe(200);
    const accepted = await api.call('POST', '/sync/leads', { key: api.keys.operator, body: lead });
    expect(accepted.status).toBe(202);
    expect(await api.services.jobs.find(String(accepted.body['job_id']))).toMatchObject({ status: 'queued' });
    await proxy.restore();
    await until(async () => (await api.call('GET', '/readyz', { key: null })).status === 200);
    expect(shown(await api.call('GET', '/jobs', { key: api.keys.viewer }))).toEqual([3, 2]);
    await api.close();
    proxy.close();
  });
});
