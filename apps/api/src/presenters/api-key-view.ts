import { apiKeyView, wireForm, type ApiKeyView } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { keyStanding, type ApiKeyRecord } from '@leadbridge/usecases';

export function presentApiKey(record: ApiKeyRecord, now: number): ApiKeyView {
  const previous = record.retired.filter(({ until }) => until > now).map(({ until }) => until);
  return wireForm(apiKeyView, {
    ...record,
    id: record.keyId,
    status: statusOf(record, now),
    createdAt: isoTime(record.createdAt),
    rotatedAt: timeOrNull(record.rotatedAt),
    expiresAt: timeOrNull(record.expiresAt),
    revokedAt: timeOrNull(record.revokedAt),
    lastUsedAt: timeOrNull(record.lastUsedAt),
    previousKeyWorksUntil: previous.length === 0 ? null : isoTime(Math.max(...previous)),
  });
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
