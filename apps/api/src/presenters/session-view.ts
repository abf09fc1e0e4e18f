import { sessionListResponse, wireForm, type SessionListResponse } from '@leadbridge/contracts';
import { isoTime } from '@leadbridge/platform';
import { publicSessionId, type SessionRecord } from '@leadbridge/usecases';

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
