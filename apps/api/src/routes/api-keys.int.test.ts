import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import type { ApiResponse } from '../testing/call-api.js';
import { startTestApi, useTestApi, type TestApi } from '../testing/test-api.js';

const day = 24 * 3_600_000;

describe('API keys', () => {
  const api = useTestApi();

  const issue = (body: Record<string, unknown> = {}): Promise<ApiResponse> =>
    api.call('POST', '/api-keys', { body: { name: 'crm', role: 'viewer', ...body } });
  const use = (key: unknown): Promise<ApiResponse> => api.call('GET', '/jobs', { key: String(key) });
  const idOf = (response: ApiResponse): string => String(response.body['id']);

  /** Moves times of a stored key into the past. */
  async function age(id: string, fields: Record<string, unknown>): Promise<void> {
    await api.mongo.collection<{ _id: string }>('api_keys').updateOne({ _id: id }, { $set: fields });
    await new Promise((resolve) => setTimeout(resolve, 900));
  }

  it('are issued with a role, a name and a lifetime, shown once, and work at once', async () => {
    const issued = await issue({ role: 'operator', name: 'Import of the crm' });
    expect(issued.status).toBe(201);
    expect(issued.body).toMatchObject({
      name: 'Import of the crm',
      role: 'operator',
      status: 'active',
      last_used_at: null,
      revoked_at: null,
    });
    const { key, created_at: created, expires_at: expires } = issued.body;
    expect(key).toMatch(/^lbk_[\w-]{43}$/);
    expect(Date.parse(String(expires)) - Date.parse(String(created))).toBe(90 * day);
    expect((await use(key)).status).toBe(200);

    const read = await api.call('GET', `/api-keys/${idOf(issued)}`);
    const list = await api.call('GET', '/api-keys?limit=500');
    const stored = JSON.stringify(await api.mongo.collection('api_keys').find().toArray());
    expect(read.body).toMatchObject({ id: idOf(issued), last_characters: String(key).slice(-4) });
    expect(list.body['api_keys']).toContainEqual(expect.objectContaining({ id: idOf(issued) }));
    for (const text of [read.text, list.text, stored]) {
      expect(text).not.toContain(key);
    }
    expect(`${read.text}${list.text}`).not.toMatch(/hash/i);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ role: 'root' }, 'role'],
    [{ role: null }, 'role'],
    [{ expires_in_days: 0 }, 'expires_in_days'],
    [{ expires_in_days: 91 }, 'expires_in_days'],
    [{ expires_in_days: 1.5 }, 'expires_in_days'],
    [{ expires_in_days: '30' }, 'expires_in_days'],
    [{ permissions: ['config.manage'] }, 'permissions'],
  ])('are rejected for %j', async (body, field) => {
    const response = await issue(body);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field } });
  });

  it('are issued once for one Idempotency-Key, and returned again', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { name: 'once', role: 'viewer' };
    const [first, second] = [
      await api.call('POST', '/api-keys', { headers, body }),
      await api.call('POST', '/api-keys', { headers, body }),
    ];
    expect(second.body).toEqual(first.body);
    expect(await api.mongo.collection('api_keys').countDocuments({ name: 'once' })).toBe(1);
  });

  it('are rotated: the new one works, the previous one for another day, with a warning', async () => {
    const issued = await issue();
    const rotated = await api.call('POST', `/api-keys/${idOf(issued)}/rotate`);
    expect(rotated.status).toBe(200);
    expect(rotated.body['id']).toBe(idOf(issued));
    expect(rotated.body['key']).not.toBe(issued.body['key']);
    const until = Date.parse(String(rotated.body['previous_key_works_until']));
    expect(until - Date.parse(String(rotated.body['rotated_at']))).toBe(day);

    const current = await use(rotated.body['key']);
    expect([current.status, current.headers.get('x-api-key-warning')]).toEqual([200, null]);
    const previous = await use(issued.body['key']);
    expect(previous.status).toBe(200);
    expect(previous.headers.get('x-api-key-warning')).toContain('was rotated');

    await age(idOf(issued), { 'retired.0.until': new Date(Date.now() - 1) });
    expect((await use(issued.body['key'])).status).toBe(401);
    expect((await use(rotated.body['key'])).status).toBe(200);
  });

  it('keep every key of the day when they are rotated twice', async () => {
    const issued = await issue();
    const once = await api.call('POST', `/api-keys/${idOf(issued)}/rotate`);
    const twice = await api.call('POST', `/api-keys/${idOf(issued)}/rotate`, {
      body: { expires_in_days: 7 },
    });
    const keys = [issued, once, twice].map((response) => response.body['key']);
    expect(await Promise.all(keys.map(async (key) => (await use(key)).status))).toEqual([200, 200, 200]);
    expect((await api.call('DELETE', `/api-keys/${idOf(issued)}`)).status).toBe(204);
    expect(await Promise.all(keys.map(async (key) => (await use(key)).status))).toEqual([401, 401, 401]);
  });

  it('expire, with a day of grace, and get no second one by a rotation', async () => {
    const issued = await issue();
    await age(idOf(issued), { expiresAt: new Date(Date.now() - day / 2) });
    expect((await api.call('GET', `/api-keys/${idOf(issued)}`)).body['status']).toBe('grace');
    const rotated = await api.call('POST', `/api-keys/${idOf(issued)}/rotate`);
    const left = Date.parse(String(rotated.body['previous_key_works_until'])) - Date.now();
    expect(left).toBeGreaterThan(day / 2 - 60_000);
    expect(left).toBeLessThanOrEqual(day / 2);
  });

  it('are revoked at once and permanently, and stay in the list', async () => {
    const issued = await issue();
    expect((await use(issued.body['key'])).status).toBe(200);
    expect((await api.call('DELETE', `/api-keys/${idOf(issued)}`)).status).toBe(204);
    expect((await use(issued.body['key'])).status).toBe(401);
    expect((await api.call('DELETE', `/api-keys/${idOf(issued)}`)).status).toBe(204);
    expect((await api.call('POST', `/api-keys/${idOf(issued)}/rotate`)).status).toBe(409);
    expect((await api.call('GET', `/api-keys/${idOf(issued)}`)).body['status']).toBe('revoked');
  });

  it('are one after two concurrent rotations', async () => {
    const issued = await issue();
    const responses = await Promise.all(
      [1, 2, 3].map(() => api.call('POST', `/api-keys/${idOf(issued)}/rotate`)),
    );
    const done = responses.filter(({ status }) => status === 200);
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const works = await Promise.all(done.map(async ({ body }) => (await use(body['key'])).status));
    expect(works).toEqual(done.map(() => 200));
  });

  it('have their last use recorded', async () => {
    const issued = await issue();
    await use(issued.body['key']);
    // It is recorded asynchronously; the request does not wait for it.
    const lastUse = async () => (await api.call('GET', `/api-keys/${idOf(issued)}`)).body['last_used_at'];
    while ((await lastUse()) === null) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(Date.now() - Date.parse(String(await lastUse()))).toBeLessThan(60_000);
  });

  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
  ])('that do not exist are 404 (%s %s)', async (method, rest) => {
    const response = await api.call(method, `/api-keys/key_nobody${rest}`);
    expect(response.status).toBe(404);
    expect(response.body.error).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });

  it('leave the bootstrap key to the configuration', async () => {
    const response = await api.call('POST', '/api-keys/key_bootstrap/rotate');
    expect(response.status).toBe(409);
  });

  it('keep a revoked bootstrap key revoked across a start, and accept another one', async () => {
    const own = await startTestApi({ environment: { BOOTSTRAP_API_KEY: 'first-bootstrap-key' } });
    const works = async (at: TestApi, key: string): Promise<number> =>
      (await at.call('GET', '/jobs', { key })).status;
    expect(await works(own, 'first-bootstrap-key')).toBe(200);
    await own.call('DELETE', '/api-keys/key_bootstrap');
    const again = await startTestApi({
      beside: own,
      environment: { BOOTSTRAP_API_KEY: 'first-bootstrap-key' },
    });
    expect(await works(again, 'first-bootstrap-key')).toBe(401);
    await again.close();
    const changed = await startTestApi({
      beside: own,
      environment: { BOOTSTRAP_API_KEY: 'other-bootstrap-key' },
    });
    expect(await works(changed, 'other-bootstrap-key')).toBe(200);
    expect(await works(changed, 'first-bootstrap-key')).toBe(401);
    await changed.close();
    await own.close();
  });

  it('include the bootstrap key as long as it is configured, with all its changes audited', async () => {
    const named = { BOOTSTRAP_API_KEY: 'named-bootstrap-key' };
    const own = await startTestApi({ environment: named });
    const startWith = async (environment: Record<string, string>): Promise<number> => {
      const next = await startTestApi({ beside: own, environment });
      const { status } = await next.call('GET', '/jobs', { key: 'named-bootstrap-key' });
      await next.close();
      return status;
    };
    expect(await startWith(named)).toBe(200);
    expect(await startWith({ BOOTSTRAP_API_KEY: '' })).toBe(401);
    expect((await own.call('GET', '/api-keys/key_bootstrap')).body).toMatchObject({ status: 'revoked' });
    expect(await startWith({ BOOTSTRAP_API_KEY: '' })).toBe(401);
    expect(await startWith(named)).toBe(200);
    await own.call('DELETE', '/api-keys/key_bootstrap');
    expect(await startWith({ BOOTSTRAP_API_KEY: '' })).toBe(401);
    expect(await startWith(named)).toBe(401);
    expect(await startWith({ BOOTSTRAP_API_KEY: 'another-bootstrap-key' })).toBe(401);
    const audit = await own.call('GET', '/audit?target_id=key_bootstrap');
    const entries = audit.body['entries'] as { action: string; actor: { id: string } }[];
    const told = entries.map(({ action, actor }) => [action, actor.id === 'configuration']).reverse();
    expect(told).toEqual([
      ['api_key.issued', true],
      ['api_key.revoked', true],
      ['api_key.issued', true],
      ['api_key.revoked', false],
      ['api_key.rotated', true],
    ]);
    await own.close();
  });
});
