import { describe, expect, it } from '@jest/globals';

import type { ApiResponse } from '../../testing/call-api.js';
import { addPerson, behindProxy, logIn, sessionToken, someAddress } from '../../testing/people.js';
import { useTestApi, type TestApi } from '../../testing/test-api.js';

const hour = 3_600_000;

describe('signing in', () => {
  const api = useTestApi({ environment: behindProxy });

  const cookieOf = (response: ApiResponse): string => response.headers.get('set-cookie') ?? '';
  const jobs = (call: Parameters<TestApi['call']>[2]) => api.call('GET', '/jobs', call);

  it('opens a session that works as a bearer token and as a cookie', async () => {
    const person = await addPerson(api, 'operator');
    const response = await logIn(api, { ...person, email: ` ${person.email.toUpperCase()}` });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      token_type: 'Bearer',
      second_factor_required: false,
      user: { id: person.id, email: person.email, role: 'operator' },
    });
    const token = String(response.body['token']);
    expect(Date.parse(String(response.body['expires_at'])) - Date.now()).toBeGreaterThan(11.9 * hour);
    expect(cookieOf(response)).toMatch(
      /^leadbridge_session=lbs_[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    expect((await jobs({ key: token })).status).toBe(200);
    expect((await jobs({ key: null, headers: { Cookie: `a=b; leadbridge_session=${token}` } })).status).toBe(
      200,
    );
    expect((await jobs({ key: null, headers: { 'X-API-Key': token } })).status).toBe(401);
    const session = await api.call('GET', '/auth/session', { key: token });
    expect(session.body).toMatchObject({
      user: { id: person.id },
      permissions: ['data.sync', 'data.view', 'data.view.readonly', 'analytics.view'],
      second_factor_methods: ['totp'],
      second_factor_required: false,
      session: { second_factor_proven: false },
    });
    const stored = JSON.stringify(await api.mongo.collection('sessions').find().toArray());
    expect(stored).not.toContain(token);
  });

  it('marks the cookie as secure behind https', async () => {
    const { email, password } = await addPerson(api, 'viewer');
    const response = await api.call('POST', '/auth/login', {
      key: null,
      headers: { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': someAddress() },
      body: { email, password },
    });
    expect(cookieOf(response)).toMatch(/; Secure$/);
  });

  it('accepts a cookie for a change only from our own pages', async () => {
    const token = await sessionToken(api, await addPerson(api, 'admin'));
    const host = new URL(api.origin).host;
    const post = async (headers: Record<string, string>): Promise<number> => {
      const Cookie = `leadbridge_session=${token}`;
      const body = { email: 'nobody', name: 'x', role: 'viewer', password: 'x' };
      return (await api.call('POST', '/users', { key: null, headers: { Cookie, ...headers }, body })).status;
    };
    expect(await post({ 'Sec-Fetch-Site': 'same-origin' })).toBe(400);
    expect(await post({ Origin: `http://${host}` })).toBe(400);
    expect(await post({})).toBe(401);
    expect(await post({ 'Sec-Fetch-Site': 'cross-site', Origin: `http://${host}` })).toBe(401);
    expect(await post({ 'Sec-Fetch-Site': 'same-site' })).toBe(401);
    expect(await post({ Origin: 'https://elsewhere.test' })).toBe(401);
    expect(await post({ Origin: 'null' })).toBe(401);
  });

  it('rejects a page of another site', async () => {
    const { email, password } = await addPerson(api, 'viewer');
    const post = async (headers: Record<string, string>): Promise<number> => {
      const from = { 'X-Forwarded-For': someAddress(), ...headers };
      return (await api.call('POST', '/auth/login', { key: null, headers: from, body: { email, password } }))
        .status;
    };
    expect(await post({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await post({ 'Sec-Fetch-Site': 'same-site', Origin: api.origin })).toBe(403);
    expect(await post({ Origin: 'https://elsewhere.example' })).toBe(403);
    expect(await post({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await post({ Origin: api.origin })).toBe(200);
  });

  it('sets and reads over https a cookie that only this host can set', async () => {
    const person = await addPerson(api, 'viewer');
    const https = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': someAddress() };
    const { email, password } = person;
    const signedIn = await api.call('POST', '/auth/login', {
      key: null,
      headers: https,
      body: { email, password },
    });
    const cookie = cookieOf(signedIn);
    expect(cookie).toMatch(
      /^__Host-leadbridge_session=lbs_[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    );
    const [pair = ''] = cookie.split(';');
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await jobs({ key: null, headers })).status;
    expect(await statusOf({ ...https, Cookie: pair })).toBe(200);
    expect(await statusOf({ ...https, Cookie: pair.replace('__Host-', '') })).toBe(401);
    const headers = { ...https, Cookie: pair, 'Sec-Fetch-Site': 'same-origin' };
    const out = await api.call('POST', '/auth/logout', { key: null, headers });
    expect(cookieOf(out)).toMatch(/^__Host-leadbridge_session=; Path=\/; Max-Age=0;.* Secure$/);
  });

  it('accepts no key in a cookie', async () => {
    const Cookie = `leadbridge_session=${api.keys.admin}`;
    expect((await api.call('GET', '/jobs', { key: null, headers: { Cookie } })).status).toBe(401);
  });

  it('ends a session at once when its holder signs out', async () => {
    const key = await sessionToken(api, await addPerson(api, 'viewer'));
    expect((await jobs({ key })).status).toBe(200);
    const out = await api.call('POST', '/auth/logout', { key });
    expect(out.status).toBe(204);
    expect(cookieOf(out)).toContain('leadbridge_session=; Path=/; Max-Age=0');
    expect((await jobs({ key })).status).toBe(401);
    expect((await api.call('POST', '/auth/logout', { key })).status).toBe(401);
  });

  it.each([
    ['its end', { expiresAt: new Date(Date.now() - 1) }],
    ['two idle hours', { lastSeenAt: new Date(Date.now() - 2.1 * hour) }],
  ])('ends a session after %s', async (_name, fields) => {
    const person = await addPerson(api, 'viewer');
    const key = await sessionToken(api, person);
    await api.mongo.collection('sessions').updateOne({ userId: person.id }, { $set: fields });
    expect((await jobs({ key })).status).toBe(401);
  });

  it('returns the same message for a wrong password and an unknown user', async () => {
    const person = await addPerson(api, 'viewer');
    const responses = [
      await logIn(api, { ...person, password: 'not the pass phrase' }),
      await logIn(api, { ...person, email: 'nobody@example.com' }),
    ];
    for (const { status, body } of responses) {
      expect(status).toBe(401);
      expect(body.error).toMatchObject({
        code: 'AUTHENTICATION_ERROR',
        message: 'The email, the password or the code is wrong',
        details: {},
      });
    }
  });

  it.each([
    [{ email: 'jo@example.com' }, 'password'],
    [{ email: { $ne: null }, password: 'x' }, 'email'],
    [{ email: 'jo@example.com', password: { $ne: null } }, 'password'],
    [{ email: 'jo@example.com', password: 'x'.repeat(300) }, 'password'],
    [{ email: 'jo@example.com', password: 'x', code: '<script>' }, 'code'],
    [{ email: 'jo@example.com', password: 'x', remember: true }, 'remember'],
  ])('rejects %j with 400', async (body, field) => {
    const headers = { 'X-Forwarded-For': someAddress() };
    const response = await api.call('POST', '/auth/login', { key: null, headers, body });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ details: { field } });
    expect(response.text).not.toContain('xxx');
  });

  it.each([
    ['/auth/login', { email: 'jo@example.com', pasword: 'a secret of mine' }],
    ['/auth/login', { email: 'jo@example.com', password: 'x', pass: 'a secret of mine' }],
    ['/auth/login', 'a secret of mine'],
    ['/users', { email: 'jo@example.com', name: 'Jo', role: 'viewer', paswort: 'a secret of mine' }],
    ['/webhooks', { url: 'https://example.com', events: ['*'], sekret: 'a secret of mine' }],
  ])('quotes no secret that is in the wrong place: %s %j', async (path, body) => {
    const headers = { 'X-Forwarded-For': someAddress() };
    const response = await api.call('POST', path, { headers, body });
    expect(response.status).toBe(400);
    expect(response.text).toContain('[not shown]');
    expect(response.text).not.toContain('a secret of mine');
  });

  it.each(['someone', 'nobody'])(
    'locks %s out after five failures, even with the right password',
    async (who) => {
      const person = await addPerson(api, 'viewer');
      const email = who === 'someone' ? person.email : `nobody.${person.id}@example.com`;
      for (let attempt = 0; attempt < 5; attempt += 1) {
        expect((await logIn(api, { email, password: `guess number ${attempt}` })).status).toBe(401);
      }
      const locked = await logIn(api, { email, password: person.password });
      expect(locked.status).toBe(429);
      expect(locked.body.error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
      const wait = Number(locked.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(890);
      expect(wait).toBeLessThanOrEqual(900);
    },
  );

  it('works again when the lock has ended, or an admin has set another password', async () => {
    const waited = await addPerson(api, 'viewer');
    const helped = await addPerson(api, 'viewer');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await logIn(api, { ...waited, password: 'a wrong pass phrase' });
      await logIn(api, { ...helped, password: 'a wrong pass phrase' });
    }
    const admin = await sessionToken(api, await addPerson(api, 'admin'));
    const past = new Date(Date.now() - 1);
    await api.mongo
      .collection('sign_in_attempts')
      .updateMany({}, { $set: { lockedUntil: past, windowEndsAt: past } });
    expect((await logIn(api, waited)).status).toBe(200);
    await api.mongo
      .collection('sign_in_attempts')
      .updateMany({}, { $set: { lockedUntil: new Date(Date.now() + hour) } });
    const password = 'a new pass phrase of mine';
    await api.call('PATCH', `/users/${helped.id}`, { key: admin, body: { password } });
    expect((await logIn(api, { ...helped, password })).status).toBe(200);
  });

  it('allows at most five concurrent guesses', async () => {
    const person = await addPerson(api, 'viewer');
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, guess) => logIn(api, { ...person, password: `guess number ${guess}` })),
    );
    const count = (status: number): number =>
      responses.filter((response) => response.status === status).length;
    expect([count(401), count(429)]).toEqual([5, 7]);
  });

  it('clears failures after a success', async () => {
    const person = await addPerson(api, 'viewer');
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) {
        await logIn(api, { ...person, password: 'a wrong pass phrase' });
      }
      expect((await logIn(api, person)).status).toBe(200);
    }
  });

  it('is limited to ten a minute and a burst of five by address', async () => {
    const address = someAddress();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 17; attempt += 1) {
      const who = { email: `guess.${attempt}@example.com`, password: 'a pass phrase' };
      statuses.push((await logIn(api, who, undefined, address)).status);
    }
    expect(statuses).toEqual([...Array<number>(15).fill(401), 429, 429]);
  });
});

describe('your own password', () => {
  const api = useTestApi({ environment: behindProxy });

  it('is changed with the current one, and other sessions end', async () => {
    const person = await addPerson(api, 'viewer');
    const [key, other] = [await sessionToken(api, person), await sessionToken(api, person)];
    const change = (current: string, next: string) =>
      api.call('POST', '/auth/password', { key, body: { current_password: current, new_password: next } });
    const wrong = await change('not my pass phrase', 'my new pass phrase');
    expect(wrong.status).toBe(401);
    const weak = await change(person.password, 'password123');
    expect(weak.body.error).toMatchObject({ details: { field: 'new_password', value: '[not shown]' } });
    expect((await change(person.password, 'my new pass phrase')).status).toBe(204);
    expect((await api.call('GET', '/jobs', { key })).status).toBe(200);
    expect((await api.call('GET', '/jobs', { key: other })).status).toBe(401);
    expect((await logIn(api, person)).status).toBe(401);
    expect((await logIn(api, { ...person, password: 'my new pass phrase' })).status).toBe(200);
  });

  it('can be changed by people, not with keys', async () => {
    const body = { current_password: 'x', new_password: 'my new pass phrase' };
    const response = await api.call('POST', '/auth/password', { body });
    expect(response.status).toBe(403);
    expect(response.body.error).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
  });
});
