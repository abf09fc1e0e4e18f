import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { ApiKeyRecord } from '../../ports/api-keys.js';

const hour = 3_600_000;

/** The longest life of a key, and the one it has unless said otherwise (specification, "Authentication"). */
export const keyLifetimeDays = 90;

/** How long a key still works after its expiry or rotation. */
export const keyGraceMilliseconds = 24 * hour;

/** The key that `BOOTSTRAP_API_KEY` names. */
export const bootstrapKeyId = 'key_bootstrap';

/** SHA-256 in hex. Keys have at least 128 bits of randomness, so no slow hash is needed and none could be afforded per request. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** A new key: 256 random bits behind a prefix that secret scanners can look for. */
export function generateApiKey(): {
  readonly key: string;
  readonly hash: string;
  readonly lastCharacters: string;
} {
  const key = `lbk_${randomBytes(32).toString('base64url')}`;
  return { key, hash: hashApiKey(key), lastCharacters: key.slice(-4) };
}

export type KeyStanding =
  | { readonly kind: 'valid' }
  /** It works still, until `until` (Unix milliseconds). */
  | { readonly kind: 'grace'; readonly reason: 'expired' | 'rotated'; readonly until: number }
  | { readonly kind: 'refused' };

/**
 * Whether the key with this hash opens anything at `now`. The record was found by the hash; it is compared in constant time all the
 * same, so that no shortcut of the database decides.
 */
export function keyStanding(record: ApiKeyRecord, hash: string, now: number): KeyStanding {
  if (record.revokedAt !== null && record.revokedAt <= now) {
    return { kind: 'refused' };
  }
  if (equals(record.hash, hash)) {
    return standingUntil(record.expiresAt, 'expired', now);
  }
  const retired = record.retired.find((one) => equals(one.hash, hash));
  return retired === undefined || now >= retired.until
    ? { kind: 'refused' }
    : { kind: 'grace', reason: 'rotated', until: retired.until };
}

function standingUntil(expiresAt: number | null, reason: 'expired', now: number): KeyStanding {
  if (expiresAt === null || now < expiresAt) {
    return { kind: 'valid' };
  }
  const until = expiresAt + keyGraceMilliseconds;
  return now < until ? { kind: 'grace', reason, until } : { kind: 'refused' };
}

function equals(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
