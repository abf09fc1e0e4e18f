import type { SessionListResponse } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { publicSessionId, type SessionRecord } from '@leadbridge/usecases';

/** @param currentId the session of this request; null for a credential without one */
export function presentSessions(
  sessions: readonly SessionRecord[],
  currentId: string | null,
): SessionListResponse {
  return {
    sessions: sessions.map((session) => ({
      id: publicSessionId(session),
      created_at: isoTime(session.createdAt),
      last_seen_at: isoTime(session.lastSeenAt),
      expires_at: isoTime(session.expiresAt),
      address: session.address,
      second_factor_proven: session.secondFactorProven,
      current: session.sessionId === currentId,
    })),
  };
}
