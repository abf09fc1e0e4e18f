import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { ApiResponse } from '../testing/call-api.js';
import {
  addPerson,
  ageSessions,
  behindProxy,
  sessionToken,
  someAddress,
  type TestPerson,
} from '../testing/people.js';
import { startTestApi, type TestApi } from '../testing/test-api.js';
import { startTokenIssuer, type TokenIssuer } from '../testing/token-issuer.js';

const password = 'another pass phrase';

interface Change {
  readonly name: string;
  readonly method: string;
  /** The path of a user or a key. */
  readonly path: (ids: { readonly userId: string; readonly keyId: string }) => string;
  readonly body?: (unique: string) => Record<string, unknown>;
}

const onUser = (rest = '') => ({
  path: ({ userId }: { readonly userId: string }) => `/users/${userId}${rest}`,
});

/** What lets somebody in, or do more. */
const onCredentials: readonly Change[] = [
  { name: 'a password', method: 'PATCH', ...onUser(), body: () => ({ password }) },
  { name: 'a role', method: 'PATCH', ...onUser(), body: () => ({ role: 'operator' }) },
  { name: 'being enabled', method: 'PATCH', ...onUser(), body: () => ({ disabled: false }) },
  { name: 'a name and a role', method: 'PATCH', ...onUser(), body: () => ({ name: 'Jo', role: 'operator' }) },
  { name: 'a second factor', method: 'DELETE', ...onUser('/mfa') },
];
/** What keys may do too. */
const open: readonly Change[] = [
  { name: 'being disabled', method: 'PATCH', ...onUser(), body: () => ({ disabled: true }) },
  { name: 'being there', method: 'DELETE', ...onUser() },
  {
    name: 'a new operator',
    method: 'POST',
    path: () => '/users',
    body: (unique) => ({ email: `${unique}@example.com`, name: 'Jo', role: 'operator', password }),
  },
  {
    name: 'a new key',
    method: 'POST',
    path: () => '/api-keys',
    body: () => ({ name: 'CRM', role: 'admin' }),
  },
  {
    name: 'a rotated key',
    method: 'POST',
    path: ({ keyId }) => `/api-keys/${keyId}/rotate`,
    body: () => ({}),
  },
];
const newAdmin: Change = {
  name: 'a new admin',
  method: 'POST',
  path: () => '/users',
  body: (unique) => ({ email: `${unique}@example.com`, name: 'Jo', role: 'admin', password }),
};

describe('a change of who may do what', () => {
  let api: TestApi;
  let issuer: TokenIssuer;

  beforeAll(async () => {
    issuer = await startTokenIssuer('ES256');
    api = await startTestApi({ environment: { ...behindProxy, ...issuer.settings } });
    await addPerson(api, 'admin');
  });

  afterAll(async () => {
    await api.close();
    await issuer.close();
  });

  async function send(change: Change, key: string, target?: TestPerson): Promise<ApiResponse> {
    const unique = `p${String(Math.random()).slice(2)}`;
    const userId = (target ?? (await addPerson(api, 'viewer'))).id;
    if (change.name === 'being enabled') {
      await api.mongo
        .collection<{ _id: string }>('users')
        .updateOne({ _id: userId }, { $set: { disabled: true } });
    }
    const issued = await api.call('POST', '/api-keys', { body: { name: 'Old', role: 'viewer' } });
    const path = change.path({ userId, keyId: String(issued.body['id']) });
    const body = change.body?.(unique);
    return await api.call(change.method, path, { key, ...(body === undefined ? {} : { body }) });
  }

  const prove = async (key: string, body: Record<string, unknown>): Promise<ApiResponse> =>
    api.call('POST', '/auth/reauthenticate', {
      key,
      body,
      headers: { 'X-Forwarded-For': someAddress() },
    });

  const reasonOf = ({ status, body }: ApiResponse): unknown => [
    status,
    (body.error?.['details'] as { reason?: unknown } | undefined)?.reason,
  ];

  it.each([...onCredentials, ...open, newAdmin])(
    'such as $name needs a proof of minutes ago from a session',
    async (change) => {
      const admin = await addPerson(api, 'admin');
      const key = await sessionToken(api, admin);
      expect((await send(change, key)).status).toBeLessThan(300);
      await ageSessions(api, admin, 15);
      const refused = await send(change, key);
      expect(reasonOf(refused)).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
      expect(refused.body.error).toMatchObject({
        code: 'AUTHORIZATION_ERROR',
        details: { reauthenticate: '/api/v1/auth/reauthenticate' },
      });
      expect((await prove(key, { password: 'a wrong pass phrase' })).status).toBe(401);
      expect(reasonOf(await send(change, key))).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
      const proven = await prove(key, { password: admin.password });
      expect(proven.status).toBe(200);
      const until = Date.parse(String(proven.body['proven_until'])) - Date.now();
      expect(Math.round(until / 60_000)).toBe(15);
      expect((await send(change, key)).status).toBeLessThan(300);
    },
  );

  it('such as a name needs none', async () => {
    const admin = await addPerson(api, 'admin');
    const key = await sessionToken(api, admin);
    await ageSessions(api, admin, 60);
    const rename = { name: 'a name', method: 'PATCH', ...onUser(), body: () => ({ name: 'Robin' }) };
    expect((await send(rename, key)).status).toBe(200);
    expect((await send(rename, key, admin)).status).toBe(200);
  });

  it('that changes nothing is made by a key as before', async () => {
    const same = {
      name: 'nothing',
      method: 'PATCH',
      ...onUser(),
      body: () => ({ role: 'viewer', disabled: false }),
    };
    expect((await send(same, await api.issueKey('admin'))).status).toBe(200);
  });

  it.each([...onCredentials, newAdmin])('such as $name is not made by a key or a token', async (change) => {
    const token = await issuer.issue({ claims: { scope: 'admin', sub: 'machine' } });
    for (const key of [await api.issueKey('admin'), token]) {
      expect(reasonOf(await send(change, key))).toEqual([403, 'PERSON_REQUIRED']);
    }
  });

  it.each(open)('such as $name is made by a key and a token as before', async (change) => {
    const token = await issuer.issue({ claims: { scope: 'admin', sub: 'machine' } });
    for (const key of [await api.issueKey('admin'), token]) {
      expect((await send(change, key)).status).toBeLessThan(300);
    }
  });

  const onSelf = onCredentials.filter(({ name }) => name !== 'being enabled');
  it.each(onSelf)('such as $name is not made by the person themselves', async (change) => {
    const admin = await addPerson(api, 'admin');
    const key = await sessionToken(api, admin);
    expect(reasonOf(await send(change, key, admin))).toEqual([403, 'OWN_ACCOUNT']);
  });

  it('never takes the owner out by a stolen session and a key', async () => {
    const owner = await addPerson(api, 'admin');
    const stolen = await sessionToken(api, owner);
    await ageSessions(api, owner, 20);
    const wanted = { name: 'CRM', role: 'admin' };
    expect((await api.call('POST', '/api-keys', { key: stolen, body: wanted })).status).toBe(403);
    const key = await api.issueKey('admin');
    expect((await send(onCredentials[0] ?? newAdmin, key, owner)).status).toBe(403);
    expect((await send(newAdmin, key)).status).toBe(403);
    expect(await sessionToken(api, owner)).toMatch(/^lbs_/);
  });

  it('is in the audit log with the proof', async () => {
    const admin = await addPerson(api, 'admin');
    await prove(await sessionToken(api, admin), { password: admin.password });
    const { body } = await api.call('GET', `/audit?action=user.reauthenticated&actor_id=${admin.id}`);
    expect(body['entries']).toMatchObject([{ target: { type: 'user', id: admin.id } }]);
  });
});

describe('the first admin', () => {
  it('is added by a key, and no second one; after that by a person', async () => {
    const api = await startTestApi({ environment: behindProxy });
    try {
      const add = async (email: string, key?: string): Promise<ApiResponse> =>
        api.call('POST', '/users', {
          body: { email, name: 'Jo', role: 'admin', password },
          ...(key === undefined ? {} : { key }),
        });
      const first = await add('first@example.com');
      expect([first.status, (await add('second@example.com')).status]).toEqual([201, 403]);
      // Whoever sends the first request again learns that it was successful.
      expect((await add('FIRST@example.com')).status).toBe(409);
      const person = { id: String(first.body['id']), email: 'first@example.com', password };
      expect((await add('second@example.com', await sessionToken(api, person))).status).toBe(201);
      await api.mongo.collection('users').updateMany({}, { $set: { disabled: true } });
      expect((await add('third@example.com')).status).toBe(201);
    } finally {
      await api.close();
    }
  });
});
