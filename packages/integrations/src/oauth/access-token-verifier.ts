import type { Clock, Logger } from '@leadbridge/platform';
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyOptions, JWTVerifyResult } from 'jose';

import { createHttpClient } from '../http/http-client.js';
import { createKeySetFetch, KeySetUnavailableError } from './key-set-fetch.js';

export interface AccessTokenSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

export type AccessTokenVerdict =
  | {
      readonly kind: 'valid';
      /** The subject of the token, within its issuer. */
      readonly subject: string;
      /** The client that requested it, if the token names one. */
      readonly client: string | null;
      readonly scopes: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly reason: 'expired' | 'wrong' }
  /** The issuer's keys are unavailable, so the token cannot be verified. */
  | { readonly kind: 'unknown' };

export type AccessTokenVerifier = ReturnType<typeof createAccessTokenVerifier>;

/** Only asymmetric algorithms: with a symmetric one, anyone who can verify a token could create one. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/**
 * What an access token calls itself (RFC 9068, section 4), and what issuers before it write. The same keys sign
 * tokens for other purposes, such as `logout+jwt` or `secevent+jwt`, which give no access.
 */
const tokenTypes: readonly unknown[] = ['at+jwt', 'application/at+jwt', 'jwt', undefined];

/** The specification's token-validation leeway ("Authentication"). */
const leewaySeconds = 30;

/** An unknown key id triggers another fetch of the keys, at most this often. */
const refetchPauseMs = 30_000;
const keySetLifetimeMs = 10 * 60_000;
const keySetTimeoutMs = 5_000;
const maxKeySetBytes = 512 * 1024;

/** A token without a key id is verified with at most this many keys. */
const maxKeysTried = 5;

/** Verifies access tokens (JWT, RFC 9068) of one issuer: signature, issuer, audience and times. */
export function createAccessTokenVerifier(settings: AccessTokenSettings) {
  const { issuer, audience, jwksUrl, clock, logger } = settings;
  const client = createHttpClient({
    timeoutMilliseconds: keySetTimeoutMs,
    maximumResponseBytes: maxKeySetBytes,
    incompleteBody: 'fail',
  });
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    cooldownDuration: refetchPauseMs,
    cacheMaxAge: keySetLifetimeMs,
    timeoutDuration: keySetTimeoutMs,
    [customFetch]: createKeySetFetch({ client, clock, logger }),
  });

  async function claims(token: string): Promise<JWTPayload> {
    const options: JWTVerifyOptions = {
      algorithms,
      issuer: [issuer, `${issuer}/`],
      audience,
      clockTolerance: leewaySeconds,
      currentDate: new Date(clock.now()),
      requiredClaims: ['exp'],
    };
    try {
      return claimsOf(await jwtVerify(token, keys, options));
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) {
        throw error;
      }
      return await claimsByAnyKey(token, error, options);
    }
  }

  return {
    async verify(token: string): Promise<AccessTokenVerdict> {
      try {
        return validVerdict(await claims(token));
      } catch (error) {
        if (error instanceof errors.JWTExpired) {
          return { kind: 'invalid', reason: 'expired' };
        }
        if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSInvalid)) {
          return { kind: 'invalid', reason: 'wrong' };
        }
        if (!(error instanceof KeySetUnavailableError)) {
          logger.error('an access token could not be checked', { error });
        }
        return { kind: 'unknown' };
      }
    },
    close: (): void => {
      client.close();
    },
  };
}

/** An issuer may omit the key id; then every key of the right kind is tried. */
async function claimsByAnyKey(
  token: string,
  candidates: errors.JWKSMultipleMatchingKeys,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  let tried = 0;
  for await (const key of candidates) {
    tried += 1;
    try {
      return claimsOf(await jwtVerify(token, key, options));
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed) || tried === maxKeysTried) {
        throw error;
      }
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

/** @throws JWTInvalid for a token of another type */
function claimsOf({ payload, protectedHeader }: JWTVerifyResult): JWTPayload {
  const type: unknown = protectedHeader.typ;
  if (!tokenTypes.includes(typeof type === 'string' ? type.toLowerCase() : type)) {
    throw new errors.JWTInvalid('The token is no access token');
  }
  return payload;
}

function validVerdict(payload: JWTPayload): AccessTokenVerdict {
  const client = textOf(payload['client_id']) ?? textOf(payload['azp']);
  const subject = textOf(payload.sub) ?? client;
  if (subject === null) {
    return { kind: 'invalid', reason: 'wrong' };
  }
  return { kind: 'valid', subject, client, scopes: scopesOf(payload) };
}

/** `scope` as in RFC 9068, or `scp` as other issuers use; each a list, or a text separated by spaces. */
function scopesOf(payload: JWTPayload): readonly string[] {
  const claim = payload['scope'] ?? payload['scp'];
  if (Array.isArray(claim)) {
    return claim.filter((scope): scope is string => typeof scope === 'string');
  }
  return typeof claim === 'string' ? claim.split(' ').filter((scope) => scope !== '') : [];
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null;
}
