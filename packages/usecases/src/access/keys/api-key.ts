import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { ApiKeyRecord } from '../../ports/api-keys.js';

const hour = 3_600_000;

/** The maximum lifetime of a key, and its default (specification, "Authentication"). */
export const keyLifetimeDays = 90;

/** How long a key still works after its expiry or rotation. */
export const keyGraceMilliseconds = 24 * hour;

/** The id of the key in `BOOTSTRAP_API_KEY`. */
export const bootstrapKeyId = 'key_bootstrap';

/** Keys have at least 128 bits of randomness; a slow hash would be too expensive per request. */
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
  /** It still works, until `until` (Unix milliseconds). */
  | { readonly kind: 'grace'; readonly reason: 'expired' | 'rotated'; readonly until: number }
  | { readonly kind: 'refused' };

/** The record was found by the hash, which is still compared in constant time. */
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
