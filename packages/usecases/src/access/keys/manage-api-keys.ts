import type { Role, ErrorReason } from '@leadbridge/contracts';
import { newId, AppError, type Clock } from '@leadbridge/platform';

import type { ApiKeyRecord, ApiKeyStore, RetiredKey } from '../../ports/api-keys.js';
import { auditSecret, type AuditOrigin } from '../../ports/audit.js';
import { generateApiKey, keyLifetimeDays, bootstrapKeyId, keyGraceMilliseconds } from './api-key.js';

const day = 24 * 3_600_000;

export interface ApiKeyDependencies {
  readonly keys: ApiKeyStore;
  readonly clock: Clock;
}

interface IssuedApiKey {
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

/** The rotations within one grace period, during which all replaced keys work: more than anyone needs. */
const maxRetired = 20;

/**
 * Replaces a key and renews its term. The previous key works for the grace period, or for the rest of its
 * own.
 *
 * @throws AppError 404 if there is no such key; 409 if it is revoked, is the bootstrap key, or was rotated
 * concurrently
 */
export async function rotateApiKey(
  { keys, clock }: ApiKeyDependencies,
  request: { readonly keyId: string; readonly expiresInDays?: number },
  origin: AuditOrigin,
): Promise<IssuedApiKey> {
  const { keyId, expiresInDays = keyLifetimeDays } = request;
  const now = clock.now();
  const current = await keys.find(keyId);
  if (current === null) {
    throw noSuchKey(keyId);
  }
  if (keyId === bootstrapKeyId) {
    throw conflict('The bootstrap key is rotated by changing BOOTSTRAP_API_KEY');
  }
  if (current.revokedAt !== null) {
    throw conflict('The API key is revoked');
  }
  const { key, hash, lastCharacters } = generateApiKey();
  const rotation = {
    replaced: current.hash,
    hash,
    lastCharacters,
    rotatedAt: now,
    expiresAt: now + expiresInDays * day,
    retired: retiredAfter(current, now),
  };
  const record = await keys.rotate(keyId, rotation, {
    ...origin,
    action: 'api_key.rotated',
    target: { type: 'api_key', id: keyId },
    changes: { key: auditSecret, expires_in_days: { from: null, to: expiresInDays } },
  });
  if (record === null) {
    throw conflict('The API key was changed at the same moment');
  }
  return { record, key };
}

function retiredAfter({ hash, expiresAt, retired }: ApiKeyRecord, now: number): RetiredKey[] {
  const until = Math.min(now, expiresAt ?? now) + keyGraceMilliseconds;
  return [{ hash, until }, ...retired].filter((one) => one.until > now).slice(0, maxRetired);
}

export function noSuchKey(keyId: string): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'There is no such API key', { details: { key_id: keyId } });
}

function conflict(message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, {
    status: 409,
    details: { reason: 'API_KEY_NOT_ROTATABLE' satisfies ErrorReason },
  });
}

/**
 * Ends a key immediately, including keys that rotations have replaced. Safe to repeat.
 *
 * @throws AppError 404 if there is no such key
 */
export async function revokeApiKey(
  { keys, clock }: ApiKeyDependencies,
  keyId: string,
  origin: AuditOrigin,
): Promise<void> {
  const revoked = await keys.revoke(keyId, clock.now(), {
    ...origin,
    action: 'api_key.revoked',
    target: { type: 'api_key', id: keyId },
  });
  if (!revoked && (await keys.find(keyId)) === null) {
    throw noSuchKey(keyId);
  }
}
