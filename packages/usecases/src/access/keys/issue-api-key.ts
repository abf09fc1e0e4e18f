import type { Role } from '@leadbridge/contracts';
import { newId, type Clock } from '@leadbridge/platform';

import type { ApiKeyRecord, ApiKeyStore } from '../../ports/api-keys.js';
import type { AuditOrigin } from '../../ports/audit.js';
import { generateApiKey, keyLifetimeDays } from './api-key.js';

const day = 24 * 3_600_000;

export interface ApiKeyDependencies {
  readonly keys: ApiKeyStore;
  readonly clock: Clock;
}

export interface IssuedApiKey {
  readonly record: ApiKeyRecord;
  /** The key itself, returned only this once. */
  readonly key: string;
}

/** @param request `expiresInDays` 1 to 90, defaults to 90 */
export async function issueApiKey(
  { keys, clock }: ApiKeyDependencies,
  request: {
    readonly name: string;
    readonly role: Role;
    readonly expiresInDays?: number;
    readonly proposeOnly?: boolean;
  },
  origin: AuditOrigin,
): Promise<IssuedApiKey> {
  const { name, role, expiresInDays = keyLifetimeDays, proposeOnly = false } = request;
  const { key, hash, lastCharacters } = generateApiKey();
  const now = clock.now();
  const issued = {
    keyId: newId('key', now),
    name,
    role,
    proposeOnly,
    hash,
    lastCharacters,
    createdAt: now,
    expiresAt: now + expiresInDays * day,
  };
  await keys.create(issued, {
    ...origin,
    action: 'api_key.issued',
    target: { type: 'api_key', id: issued.keyId },
    changes: {
      role: { from: null, to: role },
      expires_in_days: { from: null, to: expiresInDays },
      ...(proposeOnly ? { propose_only: { from: null, to: true } } : {}),
    },
  });
  return { key, record: { ...issued, retired: [], rotatedAt: null, revokedAt: null, lastUsedAt: null } };
}
