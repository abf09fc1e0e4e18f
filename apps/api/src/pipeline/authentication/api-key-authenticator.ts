import type { Clock, Logger } from '@leadbridge/platform';
import { hashApiKey, keyStanding } from '@leadbridge/usecases';
import type { ApiKeyRecord, ApiKeyStore, KeyStanding } from '@leadbridge/usecases';

import type { Authenticator, Credential } from './authenticator.js';
import { createTtlCache } from './ttl-cache.js';
import { createLazyRecord } from './lazy-record.js';

const believedMilliseconds = 800;
const lastUseDelayMs = 60_000;

/** The key is looked up by its hash, so that the duration reveals nothing about existing keys. */
export function createApiKeyAuthenticator(parts: {
  readonly keys: Pick<ApiKeyStore, 'findByHash' | 'recordUse'>;
  readonly clock: Clock;
  readonly logger: Logger;
}): Authenticator & { forget(): void } {
  const { keys, clock } = parts;
  const memory = createTtlCache(believedMilliseconds, clock, async (hash) => keys.findByHash(hash));
  const recordUse = createLazyRecord(lastUseDelayMs, parts, async (keyId, now) => keys.recordUse(keyId, now));

  return {
    carriers: ['bearer', 'api_key'],

    async authenticate(token) {
      const hash = hashApiKey(token);
      const record = await memory.get(hash);
      const standing = record === null ? null : keyStanding(record, hash, clock.now());
      if (record === null || standing === null || standing.kind === 'refused') {
        return null;
      }
      recordUse(record.keyId);
      return credentialOf(record, standing);
    },
    forget: () => memory.forget(),
  };
}

function credentialOf(record: ApiKeyRecord, standing: Exclude<KeyStanding, { kind: 'refused' }>): Credential {
  const { keyId: id, name, role, proposeOnly } = record;
  const known = { id, name, role, kind: 'api_key', proposeOnly } as const;
  if (standing.kind === 'valid') {
    return known;
  }
  const until = new Date(standing.until).toISOString();
  const notice =
    standing.reason === 'expired'
      ? `This API key has expired and stops working at ${until}`
      : `This API key was rotated and stops working at ${until}: use the new one`;
  return { ...known, notice };
}
