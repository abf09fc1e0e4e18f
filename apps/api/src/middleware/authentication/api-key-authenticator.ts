import { createHash, timingSafeEqual } from 'node:crypto';

import type { Clock } from '@leadbridge/platform';
import type { ApiKeyRecord, ApiKeyStore } from '@leadbridge/store';

import type { Authenticator, Credential } from './authenticator.js';

/** A revoked key stops working within a second, on every instance: an answer of the store is believed for less. */
const believedMilliseconds = 800;

/** A flood of made-up keys must not fill the memory. */
const rememberedKeys = 10_000;

/** How long a key still works after its expiry or rotation (specification, "Authentication"). */
const graceMilliseconds = 24 * 3_600_000;

interface Remembered {
  readonly until: number;
  readonly record: Promise<ApiKeyRecord | null>;
}

/** SHA-256 in hex. Keys have at least 128 bits of randomness, so no slow hash is needed and none could be afforded per request. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/**
 * API keys. The look-up goes by the hash of what was sent, so that its duration tells nothing about a key that exists; the
 * comparison is constant in time besides. Requests with one key at the same moment share one look-up.
 */
export function createApiKeyAuthenticator(keys: ApiKeyStore, clock: Clock): Authenticator {
  const remembered = new Map<string, Remembered>();

  function lookUp(hash: string, now: number): Promise<ApiKeyRecord | null> {
    const known = remembered.get(hash);
    if (known !== undefined && known.until > now) {
      return known.record;
    }
    const record = keys.findByHash(hash);
    remembered.delete(hash);
    remembered.set(hash, { until: now + believedMilliseconds, record });
    record.catch(() => remembered.delete(hash));
    const [oldest] = remembered.keys();
    if (remembered.size > rememberedKeys && oldest !== undefined) {
      remembered.delete(oldest);
    }
    return record;
  }

  return {
    async authenticate(token) {
      const hash = hashApiKey(token);
      const now = clock.now();
      const record = await lookUp(hash, now);
      if (record === null || !timingSafeEqual(Buffer.from(record.hash), Buffer.from(hash))) {
        return null;
      }
      return credentialOf(record, now);
    },
  };
}

function credentialOf(record: ApiKeyRecord, now: number): Credential | null {
  if (record.revokedAt !== null && record.revokedAt <= now) {
    return null;
  }
  const credential = { id: record.keyId, name: record.name, role: record.role };
  if (record.expiresAt === null || now < record.expiresAt) {
    return credential;
  }
  const end = record.expiresAt + graceMilliseconds;
  if (now >= end) {
    return null;
  }
  return {
    ...credential,
    notice: `This API key has expired and stops working at ${new Date(end).toISOString()}`,
  };
}
