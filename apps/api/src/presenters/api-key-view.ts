import type { ApiKeyView } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { keyStanding, type ApiKeyRecord } from '@leadbridge/usecases';

/** A key in responses: never the key itself, never its hash. */
export function presentApiKey(record: ApiKeyRecord, now: number): ApiKeyView {
  const previous = record.retired.filter(({ until }) => until > now).map(({ until }) => until);
  return {
    id: record.keyId,
    name: record.name,
    role: record.role,
    propose_only: record.proposeOnly,
    status: statusOf(record, now),
    last_characters: record.lastCharacters,
    created_at: isoTime(record.createdAt),
    rotated_at: timeOrNull(record.rotatedAt),
    expires_at: timeOrNull(record.expiresAt),
    revoked_at: timeOrNull(record.revokedAt),
    last_used_at: timeOrNull(record.lastUsedAt),
    previous_key_works_until: previous.length === 0 ? null : isoTime(Math.max(...previous)),
  };
}

function statusOf(record: ApiKeyRecord, now: number): ApiKeyView['status'] {
  if (record.revokedAt !== null) {
    return 'revoked';
  }
  const { kind } = keyStanding(record, record.hash, now);
  return kind === 'valid' ? 'active' : kind === 'grace' ? 'grace' : 'expired';
}

function timeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : isoTime(milliseconds);
}
