import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type GenerateKeyPairResult } from 'jose';
import fc from 'fast-check';

import { createAccessTokenVerifier, type AccessTokenVerifier } from './access-token-verifier.js';

const issuer = 'https://issuer.example.com';
const audience = 'leadbridge';
let server: Server | null = null;
let verifier: AccessTokenVerifier | null = null;

interface Published {
  readonly kid?: string;
  readonly pair: GenerateKeyPairResult;
}

/** An issuer with these keys, and a verifier of its tokens. */
async function setUp(published: () => readonly Published[]): Promise<AccessTokenVerifier> {
  server = createServer((_request, response) => {
    void Promise.all(
      published().map(async ({ kid, pair }) => ({
        ...(await exportJWK(pair.publicKey)),
        ...(kid === undefined ? {} : { kid }),
      })),
    ).then((keys) => response.end(JSON.stringify({ keys })));
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  verifier = createAccessTokenVerifier({
    issuer,
    audience,
    jwksUrl: `http://127.0.0.1:${port}/jwks`,
    clock: { now: () => Date.now() },
    logger: silentLogger,
  });
  return verifier;
}

async function sign(
  key: CryptoKey,
  alg: string,
  kid?: string,
  iss = issuer,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return await new SignJWT({ sub: 'client-1', scope: 'read write' })
    .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }), ...header })
    .setIssuer(iss)
    .setAudience(audience)
    .setExpirationTime('5m')
    .sign(key);
}

async function tearDown(): Promise<void> {
  verifier?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
}

afterEach(tearDown);

describe('the verifier of access tokens', () => {
  it.each(['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'])('accepts %s', async (alg) => {
    const pair = await generateKeyPair(alg);
    const tokens = await setUp(() => [{ kid: 'a', pair }]);
    expect(await tokens.verify(await sign(pair.privateKey, alg, 'a'))).toEqual({
      kind: 'valid',
      subject: 'client-1',
      client: null,
      scopes: ['read', 'write'],
    });
  });

  it.each([
    ['at+jwt', 'valid'],
    ['AT+JWT', 'valid'],
    ['application/at+jwt', 'valid'],
    ['JWT', 'valid'],
    ['jwt', 'valid'],
    [undefined, 'valid'],
    ['logout+jwt', 'invalid'],
    ['secevent+jwt', 'invalid'],
    ['dpop+jwt', 'invalid'],
    ['oauth-authz-req+jwt', 'invalid'],
    ['token-introspection+jwt', 'invalid'],
    ['application/jwt', 'invalid'],
    ['at+jwt ', 'invalid'],
    ['', 'invalid'],
    [7, 'invalid'],
    [null, 'invalid'],
    [['at+jwt'], 'invalid'],
  ])('reads a token of the type %j as %s, with and without a key id', async (typ, kind) => {
    const second = await generateKeyPair('ES256');
    const pairs = [await generateKeyPair('ES256'), second];
    const header = typ === undefined ? {} : { typ };
    for (const kid of ['1', undefined]) {
      const tokens = await setUp(() =>
        pairs.map((pair, index) => ({ pair, ...(kid === undefined ? {} : { kid: String(index) }) })),
      );
      const token = await sign(second.privateKey, 'ES256', kid, issuer, header);
      expect(await tokens.verify(token)).toMatchObject({ kind });
      await tearDown();
    }
  });

  it('tries every key for a token without a key id', async () => {
    const pairs = await Promise.all([1, 2, 3].map(() => generateKeyPair('ES256')));
    const stranger = await generateKeyPair('ES256');
    const tokens = await setUp(() => pairs.map((pair) => ({ pair })));
    for (const { privateKey } of pairs) {
      expect(await tokens.verify(await sign(privateKey, 'ES256'))).toMatchObject({ kind: 'valid' });
    }
    expect(await tokens.verify(await sign(stranger.privateKey, 'ES256'))).toEqual({
      kind: 'invalid',
      reason: 'wrong',
    });
  });

  it('accepts an issuer with and without its trailing slash, and no other', async () => {
    const pair = await generateKeyPair('ES256');
    const tokens = await setUp(() => [{ kid: 'a', pair }]);
    const verdict = async (iss: string): Promise<string> =>
      (await tokens.verify(await sign(pair.privateKey, 'ES256', 'a', iss))).kind;
    expect(await verdict(`${issuer}/`)).toBe('valid');
    expect(await verdict(`${issuer}//`)).toBe('invalid');
    expect(await verdict(`${issuer}/tenant`)).toBe('invalid');
  });

  it('fetches the keys again for an unknown key id, at most every half minute', async () => {
    const [before, after] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
    let readings = 0;
    let published: readonly Published[] = [{ kid: 'before', pair: before }];
    const tokens = await setUp(() => {
      readings += 1;
      return published;
    });
    const tokenOf = async (pair: GenerateKeyPairResult, kid: string): Promise<string> =>
      (await tokens.verify(await sign(pair.privateKey, 'ES256', kid))).kind;
    expect(await tokenOf(before, 'before')).toBe('valid');
    published = [{ kid: 'after', pair: after }];
    expect(await tokenOf(after, 'after')).toBe('invalid');
    expect(readings).toBe(1);
    const start = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => start + 31_000);
    expect(await tokenOf(after, 'after')).toBe('valid');
    expect(await tokenOf(before, 'before')).toBe('invalid');
    expect(await tokenOf(after, 'made-up')).toBe('invalid');
    clock.mockRestore();
    expect(readings).toBe(2);
  });

  it('returns a result for every text, and never throws', async () => {
    const pair = await generateKeyPair('ES256');
    const tokens = await setUp(() => [{ kid: 'a', pair }]);
    await tokens.verify(await sign(pair.privateKey, 'ES256', 'a'));
    const part = fc.oneof(
      fc.base64String().map((text) => text.replaceAll('=', '')),
      fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
      fc
        .record({
          alg: fc.constantFrom('ES256', 'none', 'HS256', '', 'RS256'),
          kid: fc.constantFrom('a', 'b', ''),
        })
        .map((header) => Buffer.from(JSON.stringify(header)).toString('base64url')),
    );
    const token = fc.tuple(part, part, part).map((parts) => parts.join('.'));
    await fc.assert(
      fc.asyncProperty(fc.oneof(token, fc.string()), async (text) => {
        expect(await tokens.verify(text)).toEqual({ kind: 'invalid', reason: 'wrong' });
      }),
      { numRuns: 500 },
    );
  });
});
