import { afterEach, describe, expect, it } from '@jest/globals';

import { openBrowser, type OidcBrowser } from '../../testing/oidc-browser.js';
import { startOidcIssuer, type OidcIssuer, type OidcIssuerOptions } from '../../testing/oidc-issuer.js';
import { addPerson, behindProxy, logIn, sessionToken } from '../../testing/people.js';
import { startTestApi, type TestApi } from '../../testing/test-api.js';

const publicUrl = 'http://leads.example.com';

describe('the settings of sign-in with OpenID Connect', () => {
  const ends: (() => Promise<void>)[] = [];
  let browser: OidcBrowser;

  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) {
      await end();
    }
  });

  async function issuerOf(options: Partial<OidcIssuerOptions> = {}): Promise<OidcIssuer> {
    const issuer = await startOidcIssuer({ publicUrl, ...options });
    ends.push(async () => issuer.stop());
    return issuer;
  }

  async function apiOf(environment: Readonly<Record<string, string>>, beside?: TestApi): Promise<TestApi> {
    const options = { environment: { ...behindProxy, ...environment } };
    const api = await startTestApi(beside === undefined ? options : { ...options, beside });
    ends.push(async () => api.close());
    return api;
  }

  const jane = {
    sub: 'jane',
    email: 'jane@example.com',
    email_verified: true,
    name: 'Jane',
    groups: ['sales'],
    roles: ['it'],
  };

  async function signIn(api: TestApi, issuer: OidcIssuer, person = jane): Promise<string | null> {
    issuer.person = person;
    browser = openBrowser(api, issuer);
    return (await browser.signIn()).headers.get('location');
  }
  const role = async (): Promise<unknown> => {
    const { user } = (await browser.call('GET', '/auth/session')).body as { user?: { role: string } };
    return user?.role;
  };

  it('are none by default: passwords alone', async () => {
    const api = await apiOf({});
    const methods = await api.call('GET', '/auth/methods', { key: null });
    expect(methods.body).toEqual({ password: true, oidc: null });
    for (const [method, path] of [
      ['GET', '/auth/oidc'],
      ['GET', '/auth/oidc/callback'],
      ['POST', '/auth/oidc/code'],
    ] as const) {
      const body = method === 'POST' ? { body: { code: '123456' } } : {};
      expect((await api.call(method, path, { key: null, ...body })).status).toBe(404);
    }
  });

  it.each([
    ['the userinfo, by a secret in the header', { claimsInIdToken: false }],
    [
      'the userinfo, by a secret in the form',
      { claimsInIdToken: false, tokenAuthentication: 'client_secret_post' },
    ],
  ] as const)('read people from %s', async (_case, options) => {
    const issuer = await issuerOf(options);
    const api = await apiOf({ ...issuer.settings, OIDC_ISSUER: `${issuer.issuer}/` });
    expect(await signIn(api, issuer)).toBe('/console');
    expect(await role()).toBe('operator');
  });

  it('choose the claim of the groups, the roles, and who is everybody', async () => {
    const issuer = await issuerOf();
    const api = await apiOf({
      ...issuer.settings,
      OIDC_GROUPS_CLAIM: 'roles',
      OIDC_ROLES: 'viewer=*, admin = it ,operator=sales',
    });
    await signIn(api, issuer);
    expect(await role()).toBe('admin');
    await signIn(api, issuer, { ...jane, roles: [] });
    expect(await role()).toBe('viewer');
  });

  it('keep the last admin where the issuer appoints none, who is refused then', async () => {
    const issuer = await issuerOf();
    const api = await apiOf({ ...issuer.settings, OIDC_ROLES: 'operator=sales' });
    const admin = await addPerson(api, 'admin');
    const token = await sessionToken(api, admin);
    const person = { ...jane, email: admin.email };
    expect(await signIn(api, issuer, person)).toBe('/console/sign-in?error=no_role');
    expect((await api.call('GET', '/auth/session', { key: token })).body).toMatchObject({
      user: { role: 'admin' },
    });
    await addPerson(api, 'admin');
    expect(await signIn(api, issuer, person)).toBe('/console');
    expect(await role()).toBe('operator');
  });

  it('let the service start while the issuer is down, and ask it at the next sign-in', async () => {
    const issuer = await issuerOf();
    await issuer.stop();
    const api = await apiOf(issuer.settings);
    browser = openBrowser(api, issuer);
    expect(await browser.begin()).toBe('/console/sign-in?error=issuer_unreachable');
    await issuer.start();
    expect(await signIn(api, issuer)).toBe('/console');
  });

  it('know the people of two issuers apart, with one email and one subject', async () => {
    const [first, second] = [await issuerOf(), await issuerOf()];
    const api = await apiOf(first.settings);
    const beside = await apiOf(second.settings, api);
    expect(await signIn(api, first)).toBe('/console');
    expect(await signIn(beside, second)).toBe('/console/sign-in?error=sign_in_failed');
    expect(await signIn(beside, second, { ...jane, email: 'other@example.com' })).toBe('/console');
    const linked = await api.mongo.collection('users').find({ 'oidc.subject': 'jane' }).toArray();
    expect(linked.map((user) => [user['email'], user['oidc'].issuer])).toEqual([
      ['jane@example.com', first.issuer],
      ['other@example.com', second.issuer],
    ]);
  });

  it('leave passwords to the emergency admin alone', async () => {
    const issuer = await issuerOf();
    const open = await apiOf({});
    const [admin, other] = [await addPerson(open, 'admin'), await addPerson(open, 'admin')];
    const otherToken = await sessionToken(open, other);
    const api = await apiOf(
      { ...issuer.settings, PASSWORD_SIGN_IN: 'off', EMERGENCY_ADMIN: admin.email.toUpperCase() },
      open,
    );
    expect((await api.call('GET', '/auth/methods', { key: null })).body).toMatchObject({ password: false });
    const reasonOf = async (response: ReturnType<typeof logIn>): Promise<unknown[]> => {
      const { status, body } = await response;
      return [status, (body.error?.['details'] as Record<string, unknown> | undefined)?.['reason']];
    };
    const off = [403, 'PASSWORD_SIGN_IN_OFF'];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect(await reasonOf(logIn(api, other))).toEqual(off);
    }
    expect(await reasonOf(logIn(api, { ...other, email: 'nobody@example.com' }))).toEqual(off);
    const asOther = async (path: string, body: object) =>
      api.call('POST', path, { key: otherToken, body, headers: { 'X-Forwarded-For': '192.0.2.9' } });
    const { password } = other;
    expect(await reasonOf(asOther('/auth/reauthenticate', { password }))).toEqual(off);
    const change = { current_password: password, new_password: 'another long sentence' };
    expect(await reasonOf(asOther('/auth/password', change))).toEqual(off);
    const enrol = { method: 'totp', current_password: password };
    expect(await reasonOf(asOther('/auth/mfa/enroll', enrol))).toEqual(off);

    expect((await logIn(api, admin)).status).toBe(200);
    // The issuer can make the emergency admin sign in, but not take the role away.
    const person = { ...jane, email: admin.email };
    expect(await signIn(api, issuer, person)).toBe('/console/sign-in?error=no_role');
    expect(await signIn(api, issuer, { ...person, groups: ['it'] })).toBe('/console');
    expect(await signIn(api, issuer, person)).toBe('/console/sign-in?error=no_role');
    expect((await logIn(api, admin)).body).toMatchObject({ user: { role: 'admin' } });
  });
});
