import { createSign, KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';

export interface TokenIssuer {
  readonly settings: Readonly<Record<'OAUTH_ISSUER' | 'OAUTH_AUDIENCE' | 'OAUTH_JWKS_URL', string>>;
  /** How often the keys were requested. */
  readonly requests: () => number;
  /** Status of the next responses; 200 unless changed. */
  status: number;
  /** A valid token except for the given changes. Times are in seconds from now. */
  issue(changes?: TokenChanges): Promise<string>;
  /** Always signed with the issuer's RSA key, even if the header names another algorithm. */
  signAs(hash: 'sha256' | 'sha512', header: Readonly<Record<string, unknown>>, claims: JWTPayload): string;
  /** Replaces the key, so that earlier tokens can no longer be verified. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

export interface TokenChanges {
  /** Undefined claims are omitted. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly issuedIn?: number;
  readonly expiresIn?: number | null;
  readonly notBeforeIn?: number;
}

const issuer = 'https://issuer.example.com';
const audience = 'leadbridge';

/** The part of an authorization server that a resource server uses. */
export async function startTokenIssuer(algorithm = 'RS256'): Promise<TokenIssuer> {
  let generation = 0;
  let requests = 0;
  let pair = await generateKeyPair(algorithm);
  const server = createServer((_request, response) => {
    requests += 1;
    void exportJWK(pair.publicKey).then((key) => {
      const body = JSON.stringify({
        keys: [{ ...key, kid: `key-${generation}`, alg: algorithm, use: 'sig' }],
      });
      response.writeHead(made.status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const made: TokenIssuer = {
    settings: {
      OAUTH_ISSUER: issuer,
      OAUTH_AUDIENCE: audience,
      OAUTH_JWKS_URL: `http://127.0.0.1:${port}/jwks`,
    },
    requests: () => requests,
    status: 200,
    async issue({ claims = {}, header = {}, issuedIn = 0, expiresIn = 300, notBeforeIn } = {}) {
      const now = Math.floor(Date.now() / 1000);
      const payload: JWTPayload = {
        iss: issuer,
        aud: audience,
        sub: 'client-1',
        scope: 'read',
        iat: now + issuedIn,
        ...(expiresIn === null ? {} : { exp: now + expiresIn }),
        ...(notBeforeIn === undefined ? {} : { nbf: now + notBeforeIn }),
        ...claims,
      };
      return await new SignJWT(payload)
        .setProtectedHeader({ alg: algorithm, kid: `key-${generation}`, ...header })
        .sign(pair.privateKey);
    },
    signAs(hash, header, claims) {
      const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
      const signed = parts.join('.');
      const key = KeyObject.from(pair.privateKey);
      return `${signed}.${createSign(hash).update(signed).sign(key, 'base64url')}`;
    },
    async rotate() {
      pair = await generateKeyPair(algorithm);
      generation += 1;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}
