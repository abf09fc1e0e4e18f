import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { startSmtpCatcher, type MessageCatcher } from '../../testing/message-catcher.js';
import { openBrowser, type OidcBrowser } from '../../testing/oidc-browser.js';
import { startOidcIssuer, type IssuerPerson, type OidcIssuer } from '../../testing/oidc-issuer.js';
import { addPerson, behindProxy, sessionToken, type TestPerson } from '../../testing/people.js';
import { startTestApi, type TestApi } from '../../testing/test-api.js';

describe('the second factor of a sign-in with OpenID Connect', () => {
  let issuer: OidcIssuer;
  let api: TestApi;
  let mails: MessageCatcher;
  let browser: OidcBrowser;

  beforeAll(async () => {
    mails = await startSmtpCatcher();
    issuer = await startOidcIssuer({ publicUrl: 'http://leads.example.com' });
    const environment = {
      ...behindProxy,
      ...issuer.settings,
      SMTP_URL: mails.url,
      OIDC_MFA_ACR: 'gold,silver',
    };
    api = await startTestApi({ environment });
  });

  afterEach(() => {
    issuer.forgery = null;
    mails.refusing = false;
  });

  afterAll(async () => {
    await api.close();
    await issuer.stop();
    await mails.close();
  });

  const lastCode = (): string => /\b(\d{6})\b is your code/u.exec(mails.messages.at(-1) ?? '')?.[1] ?? 'none';
  const prove = async (code?: string) =>
    browser.call('POST', '/auth/oidc/code', code === undefined ? {} : { code });
  const session = async (): Promise<Record<string, unknown>> =>
    (await browser.call('GET', '/auth/session')).body;

  async function signIn(person: IssuerPerson, query = ''): Promise<string | null> {
    issuer.person = person;
    browser = openBrowser(api, issuer);
    return (await browser.signIn(query)).headers.get('location');
  }

  /** A person with codes by email here, and the same one at the issuer. */
  async function personWithFactor(): Promise<{
    user: TestPerson;
    person: IssuerPerson;
    recoveryCodes: readonly string[];
  }> {
    const user = await addPerson(api, 'operator');
    const key = await sessionToken(api, user);
    await api.call('POST', '/auth/mfa/enroll', { key, body: { method: 'email' } });
    const { body } = await api.call('POST', '/auth/mfa/verify', { key, body: { code: lastCode() } });
    const person = { sub: user.id, email: user.email, email_verified: true, groups: ['sales'] };
    return { user, person, recoveryCodes: body['recovery_codes'] as string[] };
  }

  it('is asked for where the issuer names none, and opens the session then', async () => {
    const { user, person } = await personWithFactor();
    const before = mails.messages.length;
    expect(await signIn(person, '?to=/docs')).toBe('/console/sign-in?mfa=1');
    expect([...browser.cookies.keys()]).toEqual(['leadbridge_sign_in']);
    expect((await browser.call('GET', '/auth/session')).status).toBe(401);
    expect(mails.messages).toHaveLength(before + 1);
    const asked = await prove();
    expect([asked.status, asked.body.error?.['details']]).toEqual([
      401,
      { mfa_required: true, method: 'email', sent_to: 'o***@example.com' },
    ]);
    expect(mails.messages).toHaveLength(before + 1);
    expect((await prove('000000')).status).toBe(401);
    const cookies = new Map(browser.cookies);
    const proven = await prove(lastCode());
    expect([proven.status, proven.body]).toEqual([
      200,
      { to: '/docs', expires_at: expect.any(String), user: expect.objectContaining({ id: user.id }) },
    ]);
    expect(proven.headers.getSetCookie()[0]).toMatch(/^leadbridge_session=lbs_.*SameSite=Strict$/u);
    expect(await session()).toMatchObject({ user: { id: user.id }, session: { second_factor_proven: true } });
    cookies.forEach((value, name) => browser.cookies.set(name, value));
    expect((await prove(lastCode())).status).toBe(401);
  });

  it('completes a sign-in once, whatever codes there are', async () => {
    const { person, recoveryCodes } = await personWithFactor();
    await signIn(person);
    const responses = await Promise.all(recoveryCodes.slice(0, 3).map(prove));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it.each([
    ['amr', ['pwd', 'mfa']],
    ['amr', 'otp'],
    ['amr', ['hwk']],
    ['acr', 'silver'],
  ])('is not asked for where the issuer names one: %s %j', async (claim, value) => {
    const { person } = await personWithFactor();
    issuer.forgery = { claims: { [claim]: value } };
    expect(await signIn(person)).toBe('/console');
    expect(await session()).toMatchObject({ session: { second_factor_proven: true } });
  });

  it.each([
    ['amr', ['pwd', 'fed']],
    ['amr', [['mfa']]],
    ['acr', 'bronze'],
    ['acr', ['gold']],
  ])('is asked for where the issuer names no other: %s %j', async (claim, value) => {
    const { person } = await personWithFactor();
    issuer.forgery = { claims: { [claim]: value } };
    expect(await signIn(person)).toBe('/console/sign-in?mfa=1');
  });

  it('counts wrong codes as failed sign-ins of the person', async () => {
    const { person } = await personWithFactor();
    await signIn(person);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await prove('000000')).status).toBe(401);
    }
    expect((await prove(lastCode())).status).toBe(429);
  });

  it('is completed in the browser that began, by our own pages, and by a person who may still sign in', async () => {
    const { user, person } = await personWithFactor();
    await signIn(person);
    const elsewhere = await api.call('POST', '/auth/oidc/code', {
      key: null,
      headers: {
        Cookie: `leadbridge_sign_in=${browser.cookies.get('leadbridge_sign_in')}`,
        Origin: 'https://evil.test',
      },
      body: { code: lastCode() },
    });
    expect(elsewhere.status).toBe(403);
    const other = openBrowser(api, issuer);
    expect((await other.call('POST', '/auth/oidc/code', { code: lastCode() })).status).toBe(401);
    await other.begin();
    expect((await other.call('POST', '/auth/oidc/code', { code: lastCode() })).status).toBe(401);
    await api.mongo
      .collection<{ _id: string }>('users')
      .updateOne({ _id: user.id }, { $set: { disabled: true } });
    expect((await prove(lastCode())).status).toBe(401);
  });

  it('is asked for although its code could not be sent, and sends another on demand', async () => {
    const { person } = await personWithFactor();
    mails.refusing = true;
    expect(await signIn(person)).toBe('/console/sign-in?mfa=1');
    expect((await prove()).status).toBe(502);
    mails.refusing = false;
    expect((await prove()).status).toBe(401);
    expect((await prove(lastCode())).status).toBe(200);
  });

  it('is set up by a person without a password, within the time that every role has', async () => {
    const person = { sub: 'new-one', email: 'new.one@example.com', email_verified: true, groups: ['it'] };
    expect(await signIn(person)).toBe('/console');
    expect(await session()).toMatchObject({ user: { second_factor: { method: null, required: true } } });
    expect((await browser.call('POST', '/auth/mfa/enroll', { method: 'email' })).status).toBe(200);
    expect((await browser.call('POST', '/auth/mfa/verify', { code: lastCode() })).status).toBe(200);
    expect(await signIn(person)).toBe('/console/sign-in?mfa=1');
  });
});
