import { AppError } from '@leadbridge/platform';

import type { AuditOrigin } from '../../ports/audit.js';
import type { SessionRecord } from '../../ports/people.js';
import type { AccessDependencies } from '../access-dependencies.js';
import { sessionStanding } from '../session/session.js';
import { noSuchUser } from './manage-users.js';

/** Enough of a session's id to distinguish it from every other; the rest is never exposed. */
const publicIdChars = 32;

/** The id of a session as shown to people. */
export function publicSessionId({ sessionId }: Pick<SessionRecord, 'sessionId'>): string {
  return `ses_${sessionId.slice(0, publicIdChars)}`;
}

/**
 * The open sessions of a person, most recently used first.
 *
 * @throws AppError 404 if there is no such person
 */
export async function listSessions(
  { sessions, users, clock }: Pick<AccessDependencies, 'sessions' | 'users' | 'clock'>,
  userId: string,
): Promise<readonly SessionRecord[]> {
  const user = await users.find(userId);
  if (user === null) {
    throw noSuchUser(userId);
  }
  const all = await sessions.listOf(userId);
  return all
    .filter((session) => sessionStanding(session, user, clock.now()) !== 'ended')
    .sort((left, right) => right.lastSeenAt - left.lastSeenAt);
}

/**
 * Ends one session of a person immediately.
 *
 * @returns the session that has ended
 * @throws AppError 404 if the person has no such open session
 */
export async function endSession(
  deps: Pick<AccessDependencies, 'sessions' | 'users' | 'clock'>,
  { userId, publicId }: { readonly userId: string; readonly publicId: string },
  origin: AuditOrigin,
): Promise<SessionRecord> {
  const session = (await listSessions(deps, userId)).find((each) => publicSessionId(each) === publicId);
  const ended =
    session !== undefined &&
    (await deps.sessions.end(session.sessionId, deps.clock.now(), {
      ...origin,
      action: 'user.session_ended',
      target: { type: 'user', id: userId },
    }));
  if (session === undefined || !ended) {
    throw new AppError('RESOURCE_NOT_FOUND', 'There is no such session', {
      details: { session_id: publicId },
    });
  }
  return session;
}
