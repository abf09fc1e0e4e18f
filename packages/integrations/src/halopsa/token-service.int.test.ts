import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { testServers } from '@leadbridge/devkit';
import { silentLogger, systemClock } from '@leadbridge/platform';
import { PsaUnavailableError } from '@leadbridge/usecases';
import { Redis } from 'ioredis';

import { createPsaClient } from '../psa/create-psa-client.js';
import { haloSettings, psaDialectDefaults } from '../psa-variables.js';
import { memoryCallers } from '../psa/testing/budgets.js';
import { type ScriptedPsa, startScriptedPsa } from '../psa/testing/scripted-psa.js';
import { createHaloDialect } from './halo-dialect.js';
import { unsharedTickets } from './testing/unshared-tickets.js';

const settings = haloSettings({ ...psaDialectDefaults, psaDialect: 'halopsa' });

interface Changes {
  readonly url?: string;
  readonly authUrl?: string;
  readonly tenant?: string;
}

function dialectOf({ url = 'https://acme.halopsa.test', authUrl, tenant }: Changes = {}) {
  return createHaloDialect({
    client: {
      url,
      clientId: 'client-id',
      clientSecret: 'client-secret',
      scope: 'all',
      ...(tenant === undefined ? {} : { tenant }),
    },
    settings: { ...settings, authUrl: authUrl ?? null },
    listNames: () => [],
    doNotContactList: () => 'Do Not Contact',
    sourceLabels: () => ['Provider A'],
    takesArrays: () => false,
    withTicketLock: unsharedTickets,
    clock: systemClock,
    logger: silentLogger,
  });
}

/** The address that the client secret is sent to if `/AuthInfo` returns `info`. */
async function addressFor(info: unknown, changes: Changes = {}): Promise<string> {
  const { authorisation } = dialectOf(changes);
  if (authorisation.kind !== 'token') {
    throw new Error('it has no tokens');
  }
  const request = await authorisation.tokenRequest(async () => Promise.resolve(info));
  expect(request.body).toContain('client-secret');
  return request.url.href;
}

const own = 'https://acme.halopsa.test/auth/token';

describe('the token service that a HaloPSA reports', () => {
  it.each([
    ['its own, in the usual form', 'https://acme.halopsa.test/auth', own],
    ['another path', 'https://acme.halopsa.test/oauth2/', 'https://acme.halopsa.test/oauth2/token'],
    ['the instance alone', 'https://acme.halopsa.test', own],
    ['the address of the tokens', 'https://acme.halopsa.test/auth/token', own],
    ['capitals', 'HTTPS://ACME.HaloPSA.test/auth', own],
    ['the port that https has anyway', 'https://acme.halopsa.test:443/auth', own],
    ['a query and a fragment, which are left out', 'https://acme.halopsa.test/auth?to=x#y', own],
    ['a path', '/auth', own],
    ['a path that looks like a host', '//evil.test/auth', own],
    ['another scheme', 'ftp://evil.test/auth', own],
    ['an address without a host', 'https://:443', own],
    ['nothing', null, own],
    ['a number', 7, own],
  ])('may be %s: %j', async (_case, address, expected) => {
    expect(await addressFor({ auth_url: address })).toBe(expected);
  });

  it.each([
    ['http', 'http://acme.halopsa.test/auth'],
    ['http in capitals', 'HTTP://ACME.HALOPSA.TEST/auth'],
    ['http on the port of https', 'http://acme.halopsa.test:443/auth'],
    ['another port', 'https://acme.halopsa.test:8443/auth'],
    ['another host', 'https://login.test/auth'],
    ['another host below the same domain', 'https://auth.halopsa.test/auth'],
    ['a host below the own one', 'https://login.acme.halopsa.test/auth'],
    ['the own host as the beginning of another', 'https://acme.halopsa.test.evil.test/auth'],
    ['the own host as the end of another', 'https://evil-acme.halopsa.test/auth'],
    ['a trailing dot, which a resolver may read otherwise', 'https://acme.halopsa.test./auth'],
    ['the own host as a user', 'https://acme.halopsa.test@evil.test/auth'],
    ['the own host as user and password', 'https://acme.halopsa.test:443@evil.test/auth'],
    ['a user at the own host', 'https://user@acme.halopsa.test/auth'],
    ['a password at the own host', 'https://:word@acme.halopsa.test/auth'],
    ['backslashes', 'https:\\\\evil.test\\@acme.halopsa.test/auth'],
    ['one slash', 'https:/evil.test/auth'],
    ['no slash', 'https:evil.test/auth'],
    ['an encoded host', 'https://%65vil.test/auth'],
    ['a letter of another script', 'https://аcme.halopsa.test/auth'],
    ['an address of the machine itself', 'https://127.0.0.1/auth'],
  ])('may not be %s, and the error names the setting', async (_case, address) => {
    const refused = addressFor({ auth_url: address });
    await expect(refused).rejects.toThrow(PsaUnavailableError);
    await expect(refused).rejects.toThrow(/https:\/\/acme\.halopsa\.test: .*set PSA_AUTH_URL/);
    // A person who knows better says so.
    expect(await addressFor({ auth_url: address }, { authUrl: 'https://login.test' })).toBe(
      'https://login.test/auth/token',
    );
  });

  it.each([
    ['http://psa.test', 'http://psa.test/auth', 'http://psa.test/auth/token'],
    ['http://psa.test', 'https://psa.test/auth', 'https://psa.test/auth/token'],
    ['http://psa.test:3900', 'http://psa.test:3900/auth', 'http://psa.test:3900/auth/token'],
    ['http://psa.test:3900/api', 'https://psa.test:3900/auth', 'https://psa.test:3900/auth/token'],
    ['http://[::1]:3900', 'http://[0:0:0:0:0:0:0:1]:3900/auth', 'http://[::1]:3900/auth/token'],
    ['http://psa.test:3900', 'http://psa.test/auth', null],
    ['http://psa.test:3900', 'https://psa.test/auth', null],
    ['http://psa.test', 'http://psa.test:3900/auth', null],
    ['http://127.0.0.1:3900', 'http://localhost:3900/auth', null],
  ])('of %s may be %s: %s', async (url, address, expected) => {
    const found = addressFor({ auth_url: address }, { url });
    await (expected === null
      ? expect(found).rejects.toThrow(PsaUnavailableError)
      : expect(found).resolves.toBe(expected));
  });

  it('has the tenant that it reports, unless one or its address is configured', async () => {
    const info = { auth_url: 'https://acme.halopsa.test/auth', tenant_id: 'acme' };
    expect(await addressFor(info)).toBe(`${own}?tenant=acme`);
    expect(await addressFor(info, { tenant: 'beta' })).toBe(`${own}?tenant=beta`);
    const authUrl = 'https://other.test/auth';
    expect(await addressFor(info, { authUrl })).toBe('https://other.test/auth/token');
  });
});

describe('the client secret of a HaloPSA', () => {
  const redis = new Redis(testServers().redisUrl);
  let psa: ScriptedPsa;
  let thief: ScriptedPsa;
  let clients = 0;

  beforeAll(async () => {
    psa = await startScriptedPsa();
    thief = await startScriptedPsa();
  });
  afterEach(() => {
    psa.forget();
    thief.forget();
  });
  afterAll(async () => {
    await psa.close();
    await thief.close();
    await redis.quit();
  });

  async function readOnce() {
    clients += 1;
    const client = createPsaClient(
      {
        url: psa.url,
        clientId: 'client-id',
        clientSecret: 'client-secret',
        scope: 'all',
        timeoutSeconds: 2,
        settleSeconds: 0.25,
        redis,
        callers: memoryCallers(),
        keyPrefix: `${testServers().redisKeyPrefix}:token-service-${clients}`,
        rateLimit: 10_000,
        rateWindowSeconds: 60,
        clock: systemClock,
        logger: silentLogger,
      },
      dialectOf({ url: psa.url }),
    );
    const read = async () =>
      client.inspect(async (io) => io.read({ method: 'GET', path: '/Agent/me', pattern: '/Agent/me' }));
    const outcome = await read().then(
      () => 'read',
      (error: unknown) => (error instanceof Error ? error.message : 'no error'),
    );
    client.close();
    return { outcome, failure: client.calls().failures?.reason };
  }

  /** All that the PSA reports, by the path of the request. */
  const script = (responses: Readonly<Record<string, object>>) => {
    psa.respondWith(({ path }) => responses[path] ?? { json: { id: 1 } });
  };

  it('goes to no other port that the report names, and health and the error say why', async () => {
    script({ '/AuthInfo': { json: { auth_url: `${thief.url}/auth` } } });
    const { outcome, failure } = await readOnce();
    expect(outcome).toMatch(/set PSA_AUTH_URL/);
    expect(failure).toBe('unreadable_answer');
    expect([thief.seen, psa.calls().map(({ path }) => path)]).toEqual([[], ['/AuthInfo']]);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect of the report (status %i)', async (status) => {
    thief.respondWith(() => ({ json: { auth_url: `${thief.url}/auth` } }));
    const body = { auth_url: `${thief.url}/auth` };
    script({ '/AuthInfo': { status, headers: { location: `${thief.url}/api/AuthInfo` }, json: body } });
    expect((await readOnce()).outcome).toBe('read');
    expect(thief.seen).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect of its tokens (status %i)', async (status) => {
    const token = { access_token: 'token-two', expires_in: 3600 };
    psa.respondToTokensWith(() => ({ status, headers: { location: `${thief.url}/auth/token` }, text: '' }));
    thief.respondToTokensWith(() => ({ json: token }));
    script({});
    expect((await readOnce()).outcome).not.toBe('read');
    expect(thief.seen).toEqual([]);
  });
});
