import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWK,
} from 'jose';

import { startTestApi, type TestApi } from '../../testing/test-api.js';
import { startTokenIssuer, type TokenIssuer } from '../../testing/token-issuer.js';

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('access tokens', () => {
  let api: TestApi;
  let issuer: TokenIssuer;
  let stranger: TokenIssuer;

  beforeAll(async () => {
    [issuer, stranger] = await Promise.all([startTokenIssuer(), startTokenIssuer()]);
    api = await startTestApi({ environment: issuer.settings });
  });

  afterAll(async () => {
    await api.close();
    await issuer.close();
    await stranger.close();
  });

  const ask = (token: string, path = '/jobs') => api.call('GET', path, { key: token });
  /** The claims of a valid admin token, so that only the forgery can be the reason for a rejection. */
  const good = (): Record<string, unknown> => ({
    iss: issuer.settings.OAUTH_ISSUER,
    aud: issuer.settings.OAUTH_AUDIENCE,
    sub: 'client-1',
    scope: 'admin',
    exp: Math.floor(Date.now() / 1000) + 300,
  });

  it.each([
    ['read', 'viewer'],
    ['write', 'operator'],
    ['admin', 'admin'],
    ['openid read admin', 'admin'],
  ])('with the scope %s result in a %s', async (scope, role) => {
    const token = await issuer.issue({ claims: { scope } });
    expect((await ask(token)).status).toBe(200);
    expect((await ask(token, '/users')).status).toBe(role === 'admin' ? 200 : 403);
    const imported = await api.call('POST', '/sync/leads', { key: token, body: {} });
    expect(imported.status).toBe(role === 'viewer' ? 403 : 400);
  });

  it.each([
    ['scp as a list', { scope: undefined, scp: ['read'] }],
    ['several audiences', { aud: ['another', 'leadbridge'] }],
    ['a client and no subject', { sub: undefined, client_id: 'client-2' }],
  ])('are accepted with %s', async (_name, claims) => {
    expect((await ask(await issuer.issue({ claims }))).status).toBe(200);
  });

  it('are accepted only in the Authorization header: X-API-Key is for API keys', async () => {
    const token = await issuer.issue({ claims: { scope: 'admin' } });
    const asked = issuer.requests();
    const headers = { 'X-API-Key': token };
    const alone = await api.call('GET', '/jobs', { key: null, headers });
    expect(alone.status).toBe(401);
    expect(alone.body.error).toMatchObject({ code: 'AUTHENTICATION_ERROR' });
    const beside = await api.call('GET', '/jobs', { key: token, headers });
    expect(beside.status).toBe(401);
    expect(issuer.requests()).toBe(asked);
    expect((await ask(token)).status).toBe(200);
  });

  it('are accepted within the leeway of 30 s, and no longer', async () => {
    expect((await ask(await issuer.issue({ issuedIn: -400, expiresIn: -5 }))).status).toBe(200);
    const expired = await ask(await issuer.issue({ issuedIn: -400, expiresIn: -40 }));
    expect(expired.status).toBe(401);
    expect(expired.body.error).toMatchObject({ message: 'The access token has expired' });
    expect((await ask(await issuer.issue({ notBeforeIn: 20 }))).status).toBe(200);
    expect((await ask(await issuer.issue({ notBeforeIn: 120 }))).status).toBe(401);
  });

  it('of the right issuer but without one of our scopes get 403', async () => {
    const response = await ask(await issuer.issue({ claims: { scope: 'openid profile Administrator' } }));
    expect(response.status).toBe(403);
    expect(response.body.error).toMatchObject({ code: 'AUTHORIZATION_ERROR' });
  });

  /** Names a URL of the stranger's own key, which must never be requested. */
  async function signedByStranger(header: 'jku' | 'x5u'): Promise<string> {
    const { privateKey } = await generateKeyPair('RS256');
    return await new SignJWT(good())
      .setProtectedHeader({
        alg: 'RS256',
        kid: 'of-the-stranger',
        [header]: stranger.settings.OAUTH_JWKS_URL,
      })
      .sign(privateKey);
  }

  const forgeries: Readonly<Record<string, () => string | Promise<string>>> = {
    'alg none': () => new UnsecuredJWT(good()).encode(),
    'alg none, spelled otherwise': () => `${base64url({ alg: 'nOnE' })}.${base64url(good())}.`,
    'HS256 with a secret of its own': async () =>
      await new SignJWT(good())
        .setProtectedHeader({ alg: 'HS256', kid: 'key-0' })
        .sign(new TextEncoder().encode('a secret of at least thirty-two bytes')),
    'HS256 with the public key as its secret': async () => {
      const { keys } = (await (await fetch(issuer.settings.OAUTH_JWKS_URL)).json()) as { keys: JWK[] };
      const publicKey = (await importJWK(keys[0] ?? {}, 'RS256')) as CryptoKey;
      const head = `${base64url({ alg: 'HS256', kid: 'key-0' })}.${base64url(good())}`;
      const signature = createHmac('sha256', await exportSPKI(publicKey))
        .update(head)
        .digest('base64url');
      return `${head}.${signature}`;
    },
    'another key under a known key id': async () => {
      const { privateKey } = await generateKeyPair('RS256');
      return await new SignJWT(good()).setProtectedHeader({ alg: 'RS256', kid: 'key-0' }).sign(privateKey);
    },
    'a key that it brings along': async () => {
      const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
      const jwk = await exportJWK(publicKey);
      return await new SignJWT(good()).setProtectedHeader({ alg: 'RS256', jwk }).sign(privateKey);
    },
    'an address of keys that it brings along': async () => await signedByStranger('jku'),
    'an address of a certificate that it brings along': async () => await signedByStranger('x5u'),
    'another algorithm than its key': () => issuer.signAs('sha512', { alg: 'RS512', kid: 'key-0' }, good()),
    'an unknown key id': () => issuer.issue({ header: { kid: 'key-that-nobody-has' } }),
    'a key id that is a path': () => issuer.issue({ header: { kid: '../../etc/passwd' } }),
    'an unknown critical header': () =>
      issuer.signAs('sha256', { alg: 'RS256', kid: 'key-0', crit: ['exotic'], exotic: 1 }, good()),
    'another audience': () => issuer.issue({ claims: { aud: 'another-service' } }),
    'an audience that begins like ours': () => issuer.issue({ claims: { aud: 'leadbridge-staging' } }),
    'no audience': () => issuer.issue({ claims: { aud: undefined } }),
    'another issuer': () => issuer.issue({ claims: { iss: 'https://issuer.example.com.attacker.test' } }),
    'no issuer': () => issuer.issue({ claims: { iss: undefined } }),
    'no expiry': () => issuer.issue({ expiresIn: null }),
    'an expiry that is a text': () => issuer.issue({ claims: { exp: 'tomorrow' } }),
    'an expiry long ago': () => issuer.issue({ issuedIn: -7200, expiresIn: -3600 }),
    'nobody as subject': () => issuer.issue({ claims: { sub: undefined } }),
    'a changed payload': async () => {
      const [head, , signature] = (await issuer.issue()).split('.');
      return `${head}.${base64url(good())}.${signature}`;
    },
    'a cut signature': async () => (await issuer.issue()).slice(0, -6),
    'no signature': async () => (await issuer.issue()).replace(/\.[^.]*$/, '.'),
    'a header that is no JSON': () => `bm90LWpzb24.${base64url(good())}.c2ln`,
    'a payload that is a list': () => `${base64url({ alg: 'RS256', kid: 'key-0' })}.${base64url([])}.c2ln`,
    'five parts, as if encrypted': () => 'eyJhbGciOiJSU0EtT0FFUCJ9.a.b.c.d',
    'two parts': () => `${base64url({ alg: 'RS256' })}.${base64url(good())}`,
  };

  it.each(Object.keys(forgeries))('with %s are rejected', async (name) => {
    const token = await forgeries[name]?.();
    const response = await ask(token ?? '');
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    expect(response.body.error).toMatchObject({ code: 'AUTHENTICATION_ERROR', details: {} });
    expect(response.body.error?.['request_id']).toBe(response.headers.get('x-request-id'));
    expect(response.text).not.toContain(token);
    expect(stranger.requests()).toBe(0);
  });

  it('that the forgeries are derived from are accepted unmodified', async () => {
    expect((await ask(issuer.signAs('sha256', { alg: 'RS256', kid: 'key-0' }, good()))).status).toBe(200);
  });

  it('with unknown key ids cause no flood of requests for keys', async () => {
    const before = issuer.requests();
    const flood = Array.from({ length: 200 }, async (_, number) =>
      ask(await issuer.issue({ header: { kid: `made-up-${number}` } })),
    );
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(issuer.requests() - before).toBeLessThanOrEqual(1);
  });

  it('are counted by their subject, and reveal no name in the limits', async () => {
    const first = await ask(await issuer.issue({ claims: { sub: 'jo@example.com' } }));
    const second = await ask(await issuer.issue({ claims: { sub: 'jo@example.com' } }));
    const remaining = [first, second].map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    expect(remaining).toEqual([999, 998]);
  });
});

describe('access tokens of an unavailable issuer', () => {
  it('cannot be verified; keys and sessions still work', async () => {
    const issuer = await startTokenIssuer('ES256');
    issuer.status = 503;
    const api = await startTestApi({ environment: issuer.settings });
    const response = await api.call('GET', '/jobs', { key: await issuer.issue() });
    expect(response.status).toBe(502);
    expect(response.body.error).toMatchObject({ code: 'EXTERNAL_API_ERROR' });
    expect((await api.call('GET', '/jobs')).status).toBe(200);
    await api.close();
    await issuer.close();
  });
});
