import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Role } from '@leadbridge/contracts';

import { addPerson, behindProxy, sessionToken } from '../testing/people.js';
import { useTestApi } from '../testing/test-api.js';
import { addDelayedJob, addFailedJob, queueStateOf } from './testing/failed-job.js';

describe('the queue dashboard, and the redirects to the pages', () => {
  const cookies: Partial<Record<Role, string>> = {};
  const api = useTestApi({ environment: behindProxy });

  beforeAll(async () => {
    for (const role of ['admin', 'operator', 'viewer'] as const) {
      cookies[role] = `leadbridge_session=${await sessionToken(api, await addPerson(api, role))}`;
    }
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

  it.each([
    ['/admin', '/console'],
    ['/admin/', '/console'],
    ['/admin/sign-in?to=%2Fdocs', '/console/sign-in?to=%2Fdocs'],
    ['/admin/second-factor', '/console/account'],
  ])('redirect permanently from %s, a page from before the console, to %s', async (path, target) => {
    const response = await ask(path, null);
    expect([response.status, response.headers.get('location')]).toEqual([301, target]);
  });

  it.each(['/admin/queues', '/admin/queues/queue/lead-imports?status=failed'])(
    'redirect requests for %s without a session to the sign-in',
    async (path) => {
      const response = await ask(path, null);
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe(`/console/sign-in?to=${encodeURIComponent(path)}`);
    },
  );

  it('redirect users who must set up a second factor first, and reject other requests', async () => {
    const person = await addPerson(api, 'operator');
    await api.mongo
      .collection<{ _id: string }>('users')
      .updateOne({ _id: person.id }, { $set: { secondFactorDueAt: new Date(0) } });
    const Cookie = `leadbridge_session=${await sessionToken(api, person)}`;
    for (const path of ['/admin/queues', '/docs']) {
      const response = await ask(path, null, { headers: { Accept: 'text/html', Cookie } });
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        `/console/sign-in?to=${encodeURIComponent(path)}`,
      ]);
    }
    const refused = await ask('/admin/queues/api/queues', null, { headers: { Cookie } });
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: { details: { mfa_required: true } } },
    ]);
  });

  it.each(['/admin/queues/api/queues', '/admin/queues/static/js/main.js'])(
    'reject %s without a session',
    async (path) => {
      expect((await ask(path, null)).status).toBe(401);
      expect((await ask(path, null, { headers: { Cookie: 'leadbridge_session=lbs_wrong' } })).status).toBe(
        401,
      );
    },
  );

  it('load nothing from other origins and allow no inline script', async () => {
    const response = await ask('/admin/queues', 'viewer');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(await response.text()).not.toMatch(/(src|href|action)="?(https?:)?\/\//);
  });

  it.each<[string, Role | null, string]>([
    ['/admin', null, 'GET'],
    ['/admin/assets/queue-actions.css', null, 'GET'],
    ['/admin/assets/none.css', null, 'GET'],
    ['/admin/queues', null, 'GET'],
    ['/admin/queues', 'viewer', 'GET'],
    ['/admin/queues/api/queues', 'viewer', 'GET'],
    ['/admin', null, 'OPTIONS'],
    ['/admin/sign-in', 'viewer', 'OPTIONS'],
    ['/admin/queues', 'viewer', 'OPTIONS'],
    ['/console/icon.svg', null, 'OPTIONS'],
  ])('have the headers of the limits like every response: %s for %s (%s)', async (path, role, method) => {
    const { headers } = await ask(path, role, { method });
    expect(headers.get('x-ratelimit-limit')).toBe('1000');
    expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/);
    expect(headers.get('ratelimit')).toMatch(/^"hour";r=\d+;t=\d+$/);
  });

  it("use nothing of users' API limits", async () => {
    const left = async (): Promise<number> => {
      const response = await ask('/api/v1/jobs', 'viewer');
      return Number(response.headers.get('x-ratelimit-remaining'));
    };
    const before = await left();
    expect(Number((await ask('/admin/queues', 'viewer')).headers.get('x-ratelimit-remaining'))).toBe(before);
    await ask('/admin/queues/api/queues', 'viewer');
    expect(await left()).toBe(before - 1);
  });

  it.each(['admin', 'operator', 'viewer'] as const)(
    'show error texts to %s as the API shows the error log',
    async (role) => {
      const { id } = await failedJob();
      const mayRead = (await ask('/api/v1/errors', role)).status === 200;
      expect(mayRead).toBe(role === 'admin');
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

  it('redirect from the root to a page, and show an error page only to browsers', async () => {
    const html = { headers: { Accept: 'text/html,*/*' } };
    const start = await ask('/', null, html);
    expect([start.status, start.headers.get('location')]).toEqual([303, '/console']);
    for (const path of ['/nothing', '/admin/nothing']) {
      const response = await ask(path, 'viewer', html);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      expect(await response.text()).toContain('href="/admin/queues"');
    }
    for (const [path, init] of [
      ['/', {}],
      ['/nothing', {}],
      ['/api/v1/nothing', html],
    ] as const) {
      const response = await ask(path, 'viewer', init);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'RESOURCE_NOT_FOUND' } });
    }
  });

  it.each(['viewer', 'operator'] as const)('give %s read-only access to the queues', async (role) => {
    const { id, retry } = await failedJob();
    const response = await ask('/admin/queues/api/queues?activeQueue=lead-imports&status=failed', role);
    const text = await response.text();
    expect(text).toContain(id);
    expect(text).not.toContain('no answer');
    expect(text).not.toContain('jo.ann');
    expect(text).toContain('"readOnlyMode":true');
    expect((await ask(retry, role, { method: 'PUT', headers: fromOurPages })).status).toBe(403);
    expect(await auditedOf(id)).toEqual([]);
  });

  it('let an admin retry and remove jobs, which is audited', async () => {
    const { id, retry, remove } = await failedJob();
    const change = (path: string) => ask(path, 'admin', { method: 'PUT', headers: fromOurPages });
    expect((await change(retry)).status).toBeLessThan(300);
    expect(await queueStateOf(api, id)).toBe('waiting');
    expect((await change(remove)).status).toBeLessThan(300);
    expect(await auditedOf(id)).toEqual(['queue.job_removed', 'queue.job_retried']);
    expect(await queueStateOf(api, id)).toBe('unknown');
  });

  it('let an admin promote delayed jobs, one or all, which is audited; no other role may', async () => {
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

  it('hide the dashboard’s own buttons from an admin, and offer the allowed actions instead', async () => {
    const queues = await (await ask('/admin/queues/api/queues', 'admin')).text();
    expect(queues).not.toContain('"readOnlyMode":false');
    const actions = 'src="/admin/assets/queue-actions.js"';
    expect(await (await ask('/admin/queues', 'admin')).text()).toContain(actions);
    expect(await (await ask('/admin/queues', 'viewer')).text()).not.toContain(actions);
    expect(await (await ask('/admin/queues', 'operator')).text()).not.toContain(actions);
  });

  it.each(['pause', 'obliterate', 'empty', 'add'])('let no one %s a queue', async (what) => {
    const method = what === 'add' ? 'POST' : 'PUT';
    const path = `/admin/queues/api/queues/lead-imports/${what}`;
    expect((await ask(path, 'admin', { method, headers: fromOurPages })).status).toBe(403);
  });

  it.each([
    ['says that it comes from elsewhere', { 'Sec-Fetch-Site': 'cross-site' }],
    ['comes from another origin', { Origin: 'https://other.test' }],
    ['does not say where it comes from', {}],
  ])('reject a change with an admin’s cookie that %s', async (_what, headers) => {
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
