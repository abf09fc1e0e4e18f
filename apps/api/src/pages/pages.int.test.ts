import { once } from 'node:events';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Role } from '@leadbridge/contracts';
import { silentLogger } from '@leadbridge/platform';
import { createHeartbeatBoard, producerConnection } from '@leadbridge/queue';

import { addPerson, behindProxy, sessionToken } from '../testing/people.js';
import { startTestApi, type TestApi } from '../testing/test-api.js';
import { mayUse, type PagePart } from './page-permissions.js';
import { addDelayedJob, addFailedJob, queueStateOf } from './testing/failed-job.js';

describe('the pages for operators', () => {
  let api: TestApi;
  const cookies: Partial<Record<Role, string>> = {};

  beforeAll(async () => {
    api = await startTestApi({ environment: behindProxy });
    for (const role of ['admin', 'operator', 'viewer'] as const) {
      cookies[role] = `leadbridge_session=${await sessionToken(api, await addPerson(api, role))}`;
    }
  });

  afterAll(async () => {
    await api.close();
  });

  function ask(path: string, role: Role | null, init: RequestInit = {}): Promise<Response> {
    const cookie = role === null ? undefined : cookies[role];
    return fetch(api.origin + path, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie === undefined ? {} : { Cookie: cookie }), ...init.headers },
    });
  }

  const fromOurPages = { 'Sec-Fetch-Site': 'same-origin' };

  async function failedJob(): Promise<{ id: string; retry: string; remove: string }> {
    const id = await addFailedJob(api, 'no answer about jo.ann@example.com');
    const address = `/admin/queues/api/queues/lead-imports/${id}`;
    return { id, retry: `${address}/retry`, remove: `${address}/clean` };
  }

  it.each(['/admin', '/admin/', '/admin/queues', '/admin/queues/queue/lead-imports'])(
    'send who asks for %s and is not signed in to the sign-in',
    async (path) => {
      const answer = await ask(path, null);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`/admin/sign-in?to=${encodeURIComponent(path)}`);
    },
  );

  it.each(['/admin/overview', '/admin/queues/api/queues', '/admin/queues/static/js/main.js'])(
    'refuse %s to who is not signed in',
    async (path) => {
      expect((await ask(path, null)).status).toBe(401);
      expect((await ask(path, null, { headers: { Cookie: 'leadbridge_session=lbs_wrong' } })).status).toBe(
        401,
      );
    },
  );

  it.each(['/admin/sign-in', '/admin', '/admin/overview', '/admin/queues'])(
    'load nothing from elsewhere and allow no inline script: %s',
    async (path) => {
      const answer = await ask(path, 'viewer');
      const policy = answer.headers.get('content-security-policy') ?? '';
      const text = await answer.text();
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(policy).not.toContain('unsafe-eval');
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-powered-by')).toBeNull();
      expect(text).not.toMatch(/(src|href|action)="?(https?:)?\/\//);
    },
  );

  it.each([
    ['/admin/sign-in', null],
    ['/admin/assets/admin.css', null],
    ['/admin/assets/none.css', null],
    ['/admin', null],
    ['/admin', 'viewer'],
    ['/admin/overview', 'viewer'],
    ['/admin/second-factor', 'operator'],
    ['/admin/queues', 'viewer'],
    ['/admin/queues/api/queues', 'viewer'],
  ] as const)('carry the headers of the limits like every response: %s for %s', async (path, role) => {
    const { headers } = await ask(path, role);
    expect(headers.get('x-ratelimit-limit')).toBe('1000');
    expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/);
    expect(headers.get('ratelimit')).toMatch(/^"hour";r=\d+;t=\d+$/);
  });

  it('use nothing up of what people have for the API', async () => {
    const left = async (): Promise<number> => {
      const answer = await ask('/api/v1/jobs', 'viewer');
      return Number(answer.headers.get('x-ratelimit-remaining'));
    };
    const before = await left();
    expect(Number((await ask('/admin', 'viewer')).headers.get('x-ratelimit-remaining'))).toBe(before);
    await ask('/admin/overview', 'viewer');
    expect(await left()).toBe(before - 1);
  });

  it('are escaped and masked', async () => {
    await api.mongo.collection<{ _id: string }>('error_log').insertOne({
      _id: 'err_1',
      at: new Date(),
      level: 'error',
      message: '<img src=x onerror=alert(1)> of jo.ann@example.com',
      source: 'psa',
      leadId: 12,
      errorCode: 'LIST_MISSING',
      jobId: 'job_1',
      requestId: 'req_1',
    } as never);
    const text = await (await ask('/admin/overview', 'admin')).text();
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; of [email]');
    expect(text).toContain('Create the list in the PSA');
    expect(text).not.toContain('jo.ann');
    expect(text).not.toContain('<img');
  });

  it.each(['admin', 'operator', 'viewer'] as const)(
    'show the error log and the texts of errors to %s as the API does',
    async (role) => {
      await api.mongo.collection<{ _id: string }>('error_log').insertOne({
        _id: `err_for_${role}`,
        at: new Date(),
        level: 'error',
        message: `What failed while the ${role} looked`,
        source: 'psa',
        leadId: null,
        errorCode: 'LIST_MISSING',
        jobId: null,
        requestId: null,
      } as never);
      const { id } = await failedJob();
      const mayRead = (await ask('/api/v1/errors', role)).status === 200;
      expect(mayRead).toBe(role === 'admin');
      for (const path of ['/admin', '/admin/overview']) {
        const text = await (await ask(path, role)).text();
        expect(text.includes(`What failed while the ${role} looked`)).toBe(mayRead);
        expect(text.includes('What failed last')).toBe(mayRead);
        expect(text).toContain('Running jobs');
      }
      for (const path of [
        '/admin/queues/api/queues?activeQueue=lead-imports&status=failed',
        `/admin/queues/api/queues/lead-imports/${id}`,
      ]) {
        const text = await (await ask(path, role)).text();
        expect(text).toContain(id);
        expect(text.includes('no answer about')).toBe(mayRead);
      }
    },
  );

  it('lead from the origin to a page, and tell of unknown ones by a page to browsers alone', async () => {
    const html = { headers: { Accept: 'text/html,*/*' } };
    const start = await ask('/', null, html);
    expect([start.status, start.headers.get('location')]).toEqual([303, '/console']);
    for (const path of ['/nothing', '/admin/nothing']) {
      const answer = await ask(path, 'viewer', html);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain('href="/admin/queues"');
    }
    for (const [path, init] of [
      ['/', {}],
      ['/nothing', {}],
      ['/api/v1/nothing', html],
    ] as const) {
      const answer = await ask(path, 'viewer', init);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } });
    }
    const operations = await (await ask('/admin', 'viewer')).text();
    expect(operations).toContain('href="/docs"');
    expect(operations).toContain('href="/console"');
  });

  it.each(['admin', 'operator', 'viewer'] as const)(
    'show each part to %s by the permission of its endpoint',
    async (role) => {
      const endpoints = {
        jobs: '/api/v1/jobs',
        webhooks: '/api/v1/webhooks',
        optOuts: '/api/v1/suppressions',
        errors: '/api/v1/errors',
        figures: '/metrics',
        changeQueues: '/api/v1/config',
      } as const satisfies Record<PagePart, string>;
      for (const part of Object.keys(endpoints) as PagePart[]) {
        const answer = await ask(endpoints[part], role);
        expect([part, mayUse({ role }, part)]).toEqual([part, answer.status === 200]);
      }
      for (const path of ['/admin', '/admin/queues', '/admin/second-factor', '/docs']) {
        const answer = await ask(path, role, { headers: { Accept: 'text/html' } });
        expect([path, answer.status]).toEqual([path, 200]);
      }
    },
  );

  it('tell of the budget, the queues and what is out of reach', async () => {
    const text = (await (await ask('/admin/overview', 'operator')).text()).replace(/\s+/g, ' ');
    expect(text).toMatch(/500<small>\s*of 500 calls left in 300 s/);
    expect(text).toContain('bulk-imports');
    expect(text).toMatch(/<span>PSA<\/span\s*><strong>down/);
    expect(text).toMatch(/<span>MongoDB<\/span\s*><strong>up/);
  });

  it('say how many workers are at work, and how the PSA answers them', async () => {
    const redis = producerConnection({ redisUrl: api.redis.url }, silentLogger);
    await once(redis, 'ready');
    const board = createHeartbeatBoard(redis, api.redis.prefix);
    const overview = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_050));
      return (await (await ask('/admin/overview', 'viewer')).text()).replace(/\s+/g, ' ');
    };
    expect(await overview()).toMatch(/<span>Workers<\/span ?><strong>none<\/strong ?><\/div/u);

    const failures = { firstAgeMs: 30_000, lastAgeMs: 1_000, reason: 'server_error' } as const;
    await board.publish('one', { answerAgeMs: 40_000, failures });
    const failing = await overview();
    expect(failing).toMatch(/<span>Workers<\/span ?><strong>1 up/u);
    expect(failing).toMatch(/The PSA fails since <time[^>]*>[^<]*<\/time>: answers with a status of 500/u);

    await board.withdraw('one');
    expect(await overview()).toMatch(
      /<span>Workers<\/span ?><strong>none<\/strong ?><small>last seen <time/u,
    );
    redis.disconnect();
  });

  it('count jobs that are put back as waiting, and say what they wait for and until when', async () => {
    const job = {
      type: 'bulk_import',
      status: 'active',
      input: {},
      progress: { total: 9, processed: 4, successful: 4, failed: 0 },
      cancelRequested: false,
      createdAt: new Date(),
      startedAt: new Date(),
    };
    const until = new Date(Date.now() + 240_000);
    const ids = ['job_put_back_1', 'job_put_back_2'];
    await api.mongo
      .collection<{ _id: string }>('jobs')
      .insertMany(ids.map((_id) => ({ _id, ...job, putBack: { reason: 'psa_budget', until } })));
    const redis = producerConnection({ redisUrl: api.redis.url }, silentLogger);
    await once(redis, 'ready');
    const board = createHeartbeatBoard(redis, api.redis.prefix);
    await board.publish('one', { answerAgeMs: 500, failures: null });
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    const text = (await (await ask('/admin/overview', 'operator')).text()).replace(/\s+/g, ' ');
    await board.withdraw('one');
    redis.disconnect();
    await api.mongo.collection<{ _id: string }>('jobs').deleteMany({ _id: { $in: ids } });
    expect(text).toMatch(/0<small> running · 2 waiting<\/small>/);
    expect(text).toContain(`waits for the PSA budget until <time datetime="${until.toISOString()}">`);
    expect(text).toContain('2 jobs wait for the budget.');
    expect(text).toMatch(/Free for new requests of:.*<li>opt-outs: 500<\/li>.*<li>bulk: 480<\/li>/);
  });

  it('show what is broken behind any number of things that callers sent wrongly', async () => {
    const entry = (id: string, level: string, errorCode: string, secondsAgo: number) => ({
      _id: id,
      at: new Date(Date.now() - secondsAgo * 1_000),
      level,
      message: `${errorCode} of the test`,
      source: 'import',
      leadId: null,
      errorCode,
      jobId: null,
      requestId: 'req_of_the_test',
    });
    const log = api.mongo.collection('error_log');
    await log.insertMany([
      entry('err_page_broken', 'error', 'PSA_REFUSED', 600),
      ...Array.from({ length: 60 }, (_, index) =>
        entry(`err_page_${index}`, 'warning', 'VALIDATION_ERROR', index),
      ),
    ] as never[]);
    const text = await (await ask('/admin/overview', 'admin')).text();
    await log.deleteMany({ requestId: 'req_of_the_test' });
    expect(text).toContain('PSA_REFUSED of the test');
    expect(text).toContain('VALIDATION_ERROR of the test');
    expect(text).toContain('GET /jobs/{id}/results names the rows');
  });

  it('say what cannot be read, and show the rest', async () => {
    const { errorLog } = api.services;
    const list = errorLog.list.bind(errorLog);
    Object.assign(errorLog, { list: () => Promise.reject(new Error('away')) });
    const text = await (await ask('/admin/overview', 'admin')).text();
    Object.assign(errorLog, { list });
    expect(text.match(/This cannot be read now/g)).toHaveLength(1);
    expect(text).toContain('bulk-imports');
  });

  it.each(['viewer', 'operator'] as const)(
    'let somebody who is %s look at the queues and change nothing',
    async (role) => {
      const { id, retry } = await failedJob();
      const answer = await ask('/admin/queues/api/queues?activeQueue=lead-imports&status=failed', role);
      const text = await answer.text();
      expect(text).toContain(id);
      expect(text).toContain(id);
      expect(text).not.toContain('no answer');
      expect(text).not.toContain('jo.ann');
      expect(text).toContain('"readOnlyMode":true');
      expect((await ask(retry, role, { method: 'PUT', headers: fromOurPages })).status).toBe(403);
      expect(await auditedOf(id)).toEqual([]);
    },
  );

  it('let an admin retry and remove, which is audited', async () => {
    const { id, retry, remove } = await failedJob();
    const change = (path: string) => ask(path, 'admin', { method: 'PUT', headers: fromOurPages });
    expect((await change(retry)).status).toBeLessThan(300);
    expect(await queueStateOf(api, id)).toBe('waiting');
    expect((await change(remove)).status).toBeLessThan(300);
    expect(await auditedOf(id)).toEqual(['queue.job_removed', 'queue.job_retried']);
    expect(await queueStateOf(api, id)).toBe('unknown');
  });

  it('let an admin promote what is delayed, one and all, which is audited; nobody else', async () => {
    const [one, other] = [await addDelayedJob(api), await addDelayedJob(api)];
    const queue = '/admin/queues/api/queues/lead-imports';
    const promote = (path: string, role: Role) =>
      ask(`${queue}/${path}`, role, { method: 'PUT', headers: fromOurPages });
    expect((await promote(`${one}/promote`, 'operator')).status).toBe(403);
    expect((await promote(`${one}/promote`, 'admin')).status).toBeLessThan(300);
    expect(await queueStateOf(api, one)).toBe('waiting');
    expect(await auditedOf(one)).toEqual(['queue.job_promoted']);
    expect((await promote('promote', 'admin')).status).toBeLessThan(300);
    expect(await queueStateOf(api, other)).toBe('waiting');
    const all = { action: 'queue.job_promoted', 'target.id': 'lead-imports' };
    expect(await api.mongo.collection('audit_log').countDocuments(all)).toBe(1);
    for (const id of [one, other]) {
      await ask(`${queue}/${id}/clean`, 'admin', { method: 'PUT', headers: fromOurPages });
    }
  });

  it('offer an admin no button of the dashboard’s own, and the actions that are allowed instead', async () => {
    const queues = await (await ask('/admin/queues/api/queues', 'admin')).text();
    expect(queues).not.toContain('"readOnlyMode":false');
    const actions = 'src="/admin/assets/queue-actions.js"';
    expect(await (await ask('/admin/queues', 'admin')).text()).toContain(actions);
    expect(await (await ask('/admin/queues', 'viewer')).text()).not.toContain(actions);
    expect(await (await ask('/admin/queues', 'operator')).text()).not.toContain(actions);
  });

  it.each(['pause', 'obliterate', 'empty', 'add'])('let nobody %s a queue', async (what) => {
    const method = what === 'add' ? 'POST' : 'PUT';
    const path = `/admin/queues/api/queues/lead-imports/${what}`;
    expect((await ask(path, 'admin', { method, headers: fromOurPages })).status).toBe(403);
  });

  it.each([
    ['says that it comes from elsewhere', { 'Sec-Fetch-Site': 'cross-site' }],
    ['comes from another origin', { Origin: 'https://other.test' }],
    ['does not say where it comes from', {}],
  ])('refuse a change with an admin’s cookie that %s', async (_what, headers) => {
    const { id, remove } = await failedJob();
    expect((await ask(remove, 'admin', { method: 'PUT', headers })).status).toBe(401);
    expect(await auditedOf(id)).toEqual([]);
    expect(await queueStateOf(api, id)).toBe('failed');
  });

  async function auditedOf(id: string): Promise<string[]> {
    const entries = await api.mongo
      .collection('audit_log')
      .find({ 'target.id': `lead-imports/${id}` })
      .sort({ action: 1 })
      .toArray();
    return entries.map((entry) => String(entry['action']));
  }
});
