import { createHash, randomBytes } from 'node:crypto';

import type { SessionRecord, UserRecord } from '../../ports/people.js';

const minute = 60_000;

/** A working day; then the person signs in again. */
const sessionLifetimeMs = 12 * 60 * minute;

/** A session that nobody uses ends before. */
const idleLifetimeMs = 2 * 60 * minute;

/** For as long after the sign-in, a session is its own proof that who uses it is the person. */
const freshFor = 15 * minute;

/** How late the time of the last use may be, to spare a write per request. */
export const lastSeenDelay = minute;

const tokenForm = /^lbs_[\w-]{43}$/;

/** The identity of the session with this token; null for what can be no session's token. */
export function sessionIdOf(token: string): string | null {
  return tokenForm.test(token) ? createHash('sha256').update(token).digest('hex') : null;
}

export function newSession(
  user: UserRecord,
  now: number,
  secondFactorProven: boolean,
  address: string | null,
): { readonly token: string; readonly session: SessionRecord } {
  const token = `lbs_${randomBytes(32).toString('base64url')}`;
  const session = {
    sessionId: sessionIdOf(token) ?? '',
    userId: user.userId,
    createdAt: now,
    expiresAt: now + sessionLifetimeMs,
    lastSeenAt: now,
    secondFactorProven,
    address,
  };
  return { token, session };
}

export type SessionStanding =
  /** All that the role allows. */
  | 'open'
  /** Only setting up a second factor: the role needs one, and the grace period is over. */
  | 'restricted'
  | 'ended';

/** What a session opens at `now`, by what the person is now and not by what they were at sign-in. */
export function sessionStanding(session: SessionRecord, user: UserRecord, now: number): SessionStanding {
  if (
    user.disabled ||
    now >= session.expiresAt ||
    now >= session.lastSeenAt + idleLifetimeMs + lastSeenDelay
  ) {
    return 'ended';
  }
  const isDue = user.secondFactorDueAt !== null && now >= user.secondFactorDueAt;
  return isDue && !session.secondFactorProven ? 'restricted' : 'open';
}

/** Whether the sign-in is too recent for the session to have been stolen since, as far as such a thing can be said. */
export function isFresh({ createdAt }: SessionRecord, now: number): boolean {
  return now < createdAt + freshFor;
}
