import { describe, expect, it } from '@jest/globals';

import { addPerson, behindProxy, logIn, sessionToken } from '../testing/people.js';
import { useTestApi } from '../testing/test-api.js';

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly at: string;
  readonly actor: { readonly id: string; readonly kind: string };
  readonly changes: Record<string, { from: unknown; to: unknown }>;
}

describe('the audit log', () => {
  const api = useTestApi({ environment: behindProxy });

  async function entries(query: string): Promise<Entry[]> {
    const response = await api.call('GET', `/audit?${query}`);
    expect(response.status).toBe(200);
    return response.body['entries'] as Entry[];
  }

  it('shows who did what to which key, when, and from where', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.7', 'X-Request-Id': 'the-request-of-the-test' };
    const issued = await api.call('POST', '/api-keys', {
      headers: from,
      body: { name: 'crm', role: 'operator', expires_in_days: 30 },
    });
    const id = String(issued.body['id']);
    const rotated = await api.call('POST', `/api-keys/${id}/rotate`);
    await api.call('DELETE', `/api-keys/${id}`);
    const found = await entries(`target_type=api_key&target_id=${id}`);
    expect(found.map(({ action }) => action)).toEqual([
      'api_key.revoked',
      'api_key.rotated',
      'api_key.issued',
    ]);
    expect(found[2]).toMatchObject({
      actor: { name: 'admin', kind: 'api_key' },
      target: { type: 'api_key', id },
      changes: { role: { from: null, to: 'operator' }, expires_in_days: { from: null, to: 30 } },
      address: '203.0.113.7',
      request_id: 'the-request-of-the-test',
    });
    expect(Math.abs(Date.parse(found[2]?.at ?? '') - Date.now())).toBeLessThan(60_000);
    const everything = JSON.stringify(await api.mongo.collection('audit_log').find().toArray());
    expect(everything).not.toContain(issued.body['key']);
    expect(everything).not.toContain(rotated.body['key']);
  });

  it('shows what was changed about a user, and no password', async () => {
    const admin = await addPerson(api, 'admin');
    const key = await sessionToken(api, admin);
    const person = await addPerson(api, 'viewer');
    await api.call('PATCH', `/users/${person.id}`, {
      key,
      body: { role: 'operator', disabled: false, password: 'another pass phrase' },
    });
    await api.call('DELETE', `/users/${person.id}`, { key });
    const [removed, changed, created] = await entries(`target_id=${person.id}`);
    expect(created).toMatchObject({ action: 'user.created', actor: { kind: 'api_key' } });
    expect(removed).toMatchObject({ action: 'user.removed', actor: { id: admin.id, kind: 'person' } });
    expect(changed?.changes).toEqual({
      role: { from: 'viewer', to: 'operator' },
      password: { from: '[secret]', to: '[secret]' },
    });
    const everything = JSON.stringify(await api.mongo.collection('audit_log').find().toArray());
    expect(everything).not.toContain('another pass phrase');
  });

  it('has no entry for a change that was rejected', async () => {
    const before = await api.mongo.collection('audit_log').countDocuments();
    await api.call('POST', '/api-keys', { body: { name: 'crm', role: 'root' } });
    await api.call('DELETE', '/users/usr_nobody');
    await api.call('POST', '/users', { key: api.keys.operator, body: {} });
    expect(await api.mongo.collection('audit_log').countDocuments()).toBe(before);
  });

  it('records sign-ins, sign-outs and locks', async () => {
    const person = await addPerson(api, 'viewer');
    const key = await sessionToken(api, person);
    await api.call('POST', '/auth/logout', { key });
    for (let guess = 0; guess < 5; guess += 1) {
      await logIn(api, { ...person, password: `guess number ${guess}` });
    }
    const actions = (await entries(`target_id=${person.id}`)).map(({ action }) => action);
    expect(actions).toEqual(['user.locked', 'user.signed_out', 'user.signed_in', 'user.created']);
  });

  it('is filtered and paged', async () => {
    const person = await addPerson(api, 'viewer');
    const today = (): string => new Date().toISOString().slice(0, 10);
    // Midnight may be in between.
    const from = today();
    await sessionToken(api, person);
    const to = today();
    expect(await entries(`actor_id=${person.id}`)).toMatchObject([{ action: 'user.signed_in' }]);
    expect(await entries(`actor_id=${person.id}&action=user.created`)).toEqual([]);
    expect(await entries(`actor_id=${person.id}&start_date=${from}&end_date=${to}`)).toHaveLength(1);
    expect(await entries('end_date=2020-01-01T00:00:00Z')).toEqual([]);
    const first = await entries('limit=2');
    const second = await entries('limit=2&page=2');
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(4);
  });

  it.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=NaN', 'page'],
    ['page=1e9', 'page'],
    ['limit=501', 'limit'],
    ['action=user.flew', 'action'],
    ['target_type=lead', 'target_type'],
    ['start_date=yesterday', 'start_date'],
    ['start_date=2026-02-30', 'start_date'],
    ['actor_id[$ne]=x', 'actor_id[$ne]'],
    ['actor_id=a&actor_id=b', 'actor_id'],
    ['start_date=2026-02-02&end_date=2026-02-01', 'end_date'],
  ])('rejects %s', async (query, field) => {
    const response = await api.call('GET', `/audit?${query}`);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect((response.body.error?.['details'] as { field: string }).field).toBe(field);
  });
});
