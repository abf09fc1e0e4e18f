import { apiKeyView, sessionListResponse, userView, wireForm } from '@leadbridge/contracts';
import type { ApiKeyView, SessionListResponse, UserView } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { keyStanding, needsSecondFactor, publicSessionId } from '@leadbridge/usecases';
import type { ApiKeyRecord, SessionRecord, UserRecord } from '@leadbridge/usecases';

export function presentUser(user: UserRecord): UserView {
  const { secondFactor, secondFactorDueAt } = user;
  return wireForm(userView, {
    ...user,
    id: user.userId,
    secondFactor: {
      method: secondFactor,
      required: needsSecondFactor(user.role),
      dueAt: secondFactorDueAt === null || secondFactor !== null ? null : isoTime(secondFactorDueAt),
    },
    createdAt: isoTime(user.createdAt),
    updatedAt: isoTime(user.updatedAt),
    lastSignInAt: user.lastSignInAt === null ? null : isoTime(user.lastSignInAt),
  });
}

/** @param currentId the session of this request; null for a credential without one */
export function presentSessions(
  sessions: readonly SessionRecord[],
  currentId: string | null,
): SessionListResponse {
  return wireForm(sessionListResponse, {
    sessions: sessions.map((session) => ({
      ...session,
      id: publicSessionId(session),
      createdAt: isoTime(session.createdAt),
      lastSeenAt: isoTime(session.lastSeenAt),
      expiresAt: isoTime(session.expiresAt),
      current: session.sessionId === currentId,
    })),
  });
}

/** A key in responses: never the key itself, never its hash. */
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
