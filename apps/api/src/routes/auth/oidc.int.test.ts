import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';

import { openBrowser, type OidcBrowser } from '../../testing/oidc-browser.js';
import {
  startOidcIssuer,
  type Forgery,
  type IssuerPerson,
  type OidcIssuer,
} from '../../testing/oidc-issuer.js';
import { addPerson, behindProxy, logIn, someAddress } from '../../testing/people.js';
import { startTestApi, type TestApi } from '../../testing/test-api.js';

const publicUrl = 'http://leads.example.com';
let count = 0;

/** A person at the issuer whom the service does not know. */
function someone(claims: Readonly<Record<string, unknown>> = {}): IssuerPerson {
  count += 1;
  return {
    sub: `subject-${count}`,
    email: `person.${count}@example.com`,
    email_verified: true,
    name: `Person ${count}`,
    groups: ['sales'],
    ...claims,
  };
}

describe('sign-in with OpenID Connect', () => {
  let issuer: OidcIssuer;
  let api: TestApi;
  let browser: OidcBrowser;
  let redisOutages = 0;

  beforeAll(async () => {
    issuer = await startOidcIssuer({ publicUrl });
    api = await startTestApi({
      environment: { ...behindProxy, ...issuer.settings },
      logger: {
        ...silentLogger,
        warn: (message) => {
          redisOutages += Number(message.startsWith('Redis is down'));
        },
      },
    });
  });

  afterEach(() => {
    issuer.forgery = null;
    issuer.metadata = {};
  });

  afterAll(async () => {
    await api.close();
    await issuer.stop();
  });

  const signIn = async (person: IssuerPerson, query = ''): Promise<string | null> => {
    issuer.person = person;
    browser = openBrowser(api, issuer);
    return (await browser.signIn(query)).headers.get('location');
  };
  const session = async (): Promise<Record<string, unknown>> =>
    (await browser.call('GET', '/auth/session')).body;
  const refusedAs = (reason: string): string => `/console/sign-in?error=${reason}`;
  const lastAudit = async (): Promise<Record<string, unknown>> => {
    const { body } = await api.call('GET', '/audit?limit=1');
    return (body['entries'] as Record<string, unknown>[])[0] ?? {};
  };

  it('signs in an unknown person, who becomes a user with the role of the groups', async () => {
    const person = someone({ email: 'Jane.Doe@Example.com', name: 'Jane\u202e Doe' });
    expect(await signIn(person, '?to=/console/leads')).toBe('/console/leads');
    expect(await session()).toMatchObject({
      user: {
        email: 'jane.doe@example.com',
        name: 'Jane Doe',
        role: 'operator',
        oidc: { issuer: issuer.issuer, subject: person.sub },
      },
      second_factor_required: false,
    });
    expect(await lastAudit()).toMatchObject({ action: 'user.signed_in', method: 'oidc' });
    expect([...browser.cookies.keys()]).toEqual(['leadbridge_session']);
    const noPassword = { email: 'jane.doe@example.com', password: 'no password at all' };
    expect((await logIn(api, noPassword)).status).toBe(401);
  });

  it('asks the issuer by PKCE, state and nonce, and binds that to the browser for ten minutes', async () => {
    const response = await openBrowser(api, issuer).call('GET', '/auth/oidc?to=/docs');
    const address = new URL(response.headers.get('location') ?? '');
    expect(address.origin).toBe(issuer.issuer);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      redirect_uri: `${publicUrl}/api/v1/auth/oidc/callback`,
      scope: 'openid email profile',
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/u),
      state: expect.stringMatching(/^[\w-]{43}$/u),
      nonce: expect.stringMatching(/^[\w-]{43}$/u),
    });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^leadbridge_sign_in=v1\.[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/u,
      ),
    ]);
    const overTls = await api.call('GET', '/auth/oidc', {
      key: null,
      headers: { 'X-Forwarded-Proto': 'https' },
    });
    expect(overTls.headers.getSetCookie()[0]).toMatch(
      /^__Host-leadbridge_sign_in=.*; SameSite=Lax; Secure$/u,
    );
  });

  it.each(['', '?to=//evil.test', '?to=/%5Cevil.test', '?to=https://evil.test/console', '?other=1&to='])(
    'leads nowhere but to our own pages: %s',
    async (query) => {
      expect(await signIn(someone(), query)).toBe('/console');
    },
  );

  it('follows the groups at each sign-in, and ends the sessions of whoever has no role any more', async () => {
    const person = someone({ groups: 'readers' });
    await signIn(person);
    expect(await session()).toMatchObject({ user: { role: 'viewer' } });
    const before = browser;
    await signIn({ ...person, groups: ['readers', 'it'] });
    expect(await session()).toMatchObject({ user: { role: 'admin' } });
    await signIn({ ...person, groups: ['sales'] });
    expect(await session()).toMatchObject({ user: { role: 'operator' } });
    expect(await signIn({ ...person, groups: ['others'] })).toBe(refusedAs('no_role'));
    expect(await lastAudit()).toMatchObject({
      action: 'auth.login_failed',
      method: 'oidc',
      reason: 'no_role',
    });
    expect((await before.call('GET', '/auth/session')).status).toBe(401);
    expect(await signIn({ ...person, groups: ['sales'] })).toBe('/console');
  });

  it('links a user by a verified email once, and finds the person by the identity from then on', async () => {
    const user = await addPerson(api, 'viewer');
    const person = someone({ email: user.email.toUpperCase() });
    expect(await signIn({ ...person, email_verified: false })).toBe(refusedAs('email_not_verified'));
    expect(await signIn({ ...person, email_verified: 'true' })).toBe(refusedAs('email_not_verified'));
    expect(await signIn(person)).toBe('/console');
    expect(await session()).toMatchObject({ user: { id: user.id, role: 'operator' } });
    expect(await signIn({ ...person, email: 'other@example.com', email_verified: false })).toBe('/console');
    expect(await session()).toMatchObject({ user: { id: user.id, email: user.email } });
    expect((await logIn(api, user)).status).toBe(200);
  });

  it('gives the user of one identity to no other with the same email', async () => {
    const person = someone();
    await signIn(person);
    expect(await signIn({ ...person, sub: 'another-subject' })).toBe(refusedAs('sign_in_failed'));
    expect(await lastAudit()).toMatchObject({ action: 'auth.login_failed', reason: 'sign_in_failed' });
  });

  it.each<[string, IssuerPerson, string]>([
    ['without a verified email', someone({ email_verified: undefined }), 'email_not_verified'],
    ['without an email', someone({ email: undefined }), 'email_not_verified'],
    ['with an email that nobody can type', someone({ email: 'a\u200bb@example.com' }), 'email_not_verified'],
    ['without a group', someone({ groups: undefined }), 'no_role'],
    ['with groups of another form', someone({ groups: [{ name: 'it' }, 7, null] }), 'no_role'],
    ['with a group of a similar name', someone({ groups: ['IT', ' it', 'it,sales'] }), 'no_role'],
  ])('makes no user of a person %s', async (_case, person, reason) => {
    expect(await signIn(person)).toBe(refusedAs(reason));
    expect([...browser.cookies]).toEqual([]);
    expect(await lastAudit()).toMatchObject({ action: 'auth.login_failed', method: 'oidc', reason });
    expect(await api.mongo.collection('users').countDocuments({ 'oidc.subject': person.sub })).toBe(0);
  });

  it('keeps a user out who is disabled here', async () => {
    const person = someone();
    await signIn(person);
    const { user } = (await session()) as { user: { id: string } };
    await api.call('PATCH', `/users/${user.id}`, { body: { disabled: true } });
    expect(await signIn(person)).toBe(refusedAs('user_disabled'));
    expect(await lastAudit()).toMatchObject({ reason: 'user_disabled', target: { id: user.id } });
  });

  it.each<[string, Forgery]>([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://evil.test' } }],
    ['no issuer', { claims: { iss: undefined } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['no audience', { claims: { aud: undefined } }],
    ['another party among the audience', { claims: { aud: ['leadbridge', 'b'], azp: 'b' } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an end five minutes ago', { claims: { exp: Math.floor(Date.now() / 1000) - 300 } }],
    ['no end', { claims: { exp: undefined } }],
    ['a beginning in five minutes', { claims: { nbf: Math.floor(Date.now() / 1000) + 300 } }],
    ['a foreign signature', { foreignKey: true }],
    ['a symmetric signature', { algorithm: 'HS256' }],
    ['no signature', { algorithm: 'none' }],
  ])('refuses an ID token with %s', async (_case, forgery) => {
    issuer.forgery = forgery;
    expect(await signIn(someone())).toBe(refusedAs('sign_in_failed'));
    expect(browser.cookies.size).toBe(0);
    expect(await lastAudit()).toMatchObject({ action: 'auth.login_failed', reason: 'sign_in_failed' });
  });

  it.each([['exp'], ['nbf']])('lets clocks differ by a minute (%s)', async (claim) => {
    const offset = claim === 'exp' ? -60 : 60;
    issuer.forgery = { claims: { [claim]: Math.floor(Date.now() / 1000) + offset } };
    expect(await signIn(someone())).toBe('/console');
  });

  it('takes one way back for each sign-in, in the browser that began it', async () => {
    issuer.person = someone();
    browser = openBrowser(api, issuer);
    const search = await browser.atIssuer(await browser.begin());
    const cookies = new Map(browser.cookies);
    const other = openBrowser(api, issuer);
    expect((await other.comeBack(search)).headers.get('location')).toBe(refusedAs('sign_in_failed'));
    await other.begin();
    expect((await other.comeBack(search)).headers.get('location')).toBe(refusedAs('sign_in_failed'));
    expect((await browser.comeBack(search)).headers.get('location')).toBe('/console');
    for (const [name, value] of cookies) {
      browser.cookies.set(name, value);
    }
    expect((await browser.comeBack(search)).headers.get('location')).toBe(refusedAs('sign_in_failed'));
  });

  it('refuses a state that was used before, although its code is new', async () => {
    issuer.person = someone();
    browser = openBrowser(api, issuer);
    const address = await browser.begin();
    const cookies = new Map(browser.cookies);
    const [first, second] = [await browser.atIssuer(address), await browser.atIssuer(address)];
    expect(first).not.toBe(second);
    const both = await Promise.all([first, second].map(async (search) => browser.comeBack(search)));
    expect(both.map(({ headers }) => headers.get('location')).sort()).toEqual([
      '/console',
      refusedAs('sign_in_failed'),
    ]);
    cookies.forEach((value, name) => browser.cookies.set(name, value));
    const third = await browser.comeBack(await browser.atIssuer(address));
    expect(third.headers.get('location')).toBe(refusedAs('sign_in_failed'));
  });

  it.each([
    ['without anything', () => ''],
    ['with another state', (search: string) => search.replace(/state=[^&]*/u, 'state=another')],
    ['without a state', (search: string) => search.replace(/&?state=[^&]*/u, '')],
    ['with two states', (search: string) => `${search}&state=another`],
    ['with another code', (search: string) => search.replace(/code=[^&]*/u, 'code=another')],
    ['from another issuer', (search: string) => search.replace(/iss=[^&]*/u, 'iss=https://evil.test')],
    ['refused by the person', (search: string) => `?error=access_denied&${search.slice(1)}`],
  ])('refuses a way back %s', async (_case, change) => {
    issuer.person = someone();
    browser = openBrowser(api, issuer);
    const search = await browser.atIssuer(await browser.begin());
    const response = await browser.comeBack(change(search));
    expect([response.status, response.headers.get('location')]).toEqual([303, refusedAs('sign_in_failed')]);
    expect(browser.cookies.size).toBe(0);
  });

  it('refuses the metadata of another issuer', async () => {
    issuer.metadata = { issuer: 'https://evil.test' };
    expect(await openBrowser(api, issuer).begin()).toBe(refusedAs('sign_in_failed'));
  });

  it('says that the issuer is down, also half way, while passwords work', async () => {
    const person = await addPerson(api, 'viewer');
    issuer.person = someone();
    browser = openBrowser(api, issuer);
    const search = await browser.atIssuer(await browser.begin());
    await issuer.stop();
    const methods = async (): Promise<unknown> => (await browser.call('GET', '/auth/methods')).body;
    expect(await methods()).toEqual({
      password: true,
      oidc: { name: 'Example Directory', available: false },
    });
    expect((await browser.comeBack(search)).headers.get('location')).toBe(refusedAs('issuer_unreachable'));
    expect(await browser.begin()).toBe(refusedAs('issuer_unreachable'));
    expect(await lastAudit()).toMatchObject({ reason: 'issuer_unreachable', target: { id: 'unknown' } });
    expect((await logIn(api, person)).status).toBe(200);
    await issuer.start();
    expect(await methods()).toMatchObject({ oidc: { available: true } });
    expect(await signIn(someone())).toBe('/console');
  });

  it('offers a sign-out at the issuer to whoever has signed in there', async () => {
    await signIn(someone());
    const response = await browser.call('POST', '/auth/logout');
    const address = new URL(String(response.body['end_session_url']));
    expect([response.status, address.origin]).toEqual([200, issuer.issuer]);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'leadbridge',
      post_logout_redirect_uri: `${publicUrl}/console/sign-in`,
    });
    expect((await browser.call('GET', '/auth/session')).status).toBe(401);
  });

  it('lets an address ask 300 times a minute, and locks no email', async () => {
    const askAs = async (headers: Readonly<Record<string, string>>): Promise<readonly number[]> => {
      const statuses: number[] = [];
      let left = 302;
      const ask = async (): Promise<void> => {
        while (left > 0) {
          left -= 1;
          statuses.push((await api.call('GET', '/auth/oidc/callback', { key: null, headers })).status);
        }
      };
      // Not all at once: on a slow machine Redis would count as away.
      await Promise.all(Array.from({ length: 10 }, ask));
      return statuses;
    };
    let headers: { readonly 'X-Forwarded-For': string };
    let statuses: readonly number[];
    let startedAt: number;
    // If it was away nonetheless, this process has counted on its own, and another address asks.
    do {
      redisOutages = 0;
      headers = { 'X-Forwarded-For': someAddress() };
      startedAt = performance.now();
      statuses = await askAs(headers);
    } while (redisOutages > 0);
    // A slow machine may need longer than the minute.
    const minutes = Math.ceil((performance.now() - startedAt) / 60_000);
    const taken = statuses.filter((status) => status === 303).length;
    expect(taken).toBeGreaterThanOrEqual(300);
    expect(taken).toBeLessThanOrEqual(300 * minutes);
    expect(statuses.filter((status) => status === 429)).toHaveLength(302 - taken);
    const { body } = await api.call('GET', '/audit?action=auth.login_failed&limit=500');
    const ofAddress = (body['entries'] as { address: string }[]).filter(
      ({ address }) => address === headers['X-Forwarded-For'],
    );
    expect(ofAddress.length).toBeGreaterThanOrEqual(30);
    expect(ofAddress.length).toBeLessThanOrEqual(30 * (minutes + 1));
  });
});
