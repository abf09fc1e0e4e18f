import { createHash, randomBytes } from 'node:crypto';

import type { SignInMethod } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import type { SessionRecord, UserRecord } from '../../ports/people.js';
import { actingAs, type AccessDependencies, type Place } from '../access-dependencies.js';

const minute = 60_000;

/** A working day; after that the person signs in again. */
const sessionLifetimeMs = 12 * 60 * minute;

/** An unused session ends earlier. */
const idleLifetimeMs = 2 * 60 * minute;

/** For this long after everything that the sign-in needs was given, the session itself proves the person's identity. */
const proofLifetimeMs = 15 * minute;

/** How outdated the time of last use may be, to save a write per request. */
export const lastSeenDelay = minute;

const tokenForm = /^lbs_[\w-]{43}$/;

/** The id of the session with this token; null if it cannot be a session token. */
export function sessionIdOf(token: string): string | null {
  return tokenForm.test(token) ? createHash('sha256').update(token).digest('hex') : null;
}

export function newSession(
  user: UserRecord,
  now: number,
  proven: { readonly method: SignInMethod; readonly secondFactor: boolean },
  address: string | null,
): { readonly token: string; readonly session: SessionRecord } {
  const token = `lbs_${randomBytes(32).toString('base64url')}`;
  const session = {
    sessionId: sessionIdOf(token) ?? '',
    userId: user.userId,
    method: proven.method,
    createdAt: now,
    expiresAt: now + sessionLifetimeMs,
    lastSeenAt: now,
    secondFactorProven: proven.secondFactor,
    provenAt: now,
    address,
  };
  return { token, session };
}

type SessionStanding =
  /** Everything that the role permits. */
  | 'open'
  /** Only setting up a second factor: the role requires one, and the grace period is over. */
  | 'restricted'
  | 'ended';

/** What a session permits at `now`, based on the person's current record instead of the one at sign-in. */
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

/** Until when the session is assumed not to have been stolen, because the person has just proven who they are. */
export function provenUntil({ provenAt }: Pick<SessionRecord, 'provenAt'>): number {
  return provenAt + proofLifetimeMs;
}

export interface SignedIn {
  /** From now on known only to the caller. */
  readonly token: string;
  readonly session: SessionRecord;
  readonly user: UserRecord;
}

/**
 * Opens a session for a person who has proven everything that the method needs.
 *
 * @param user as read before the proof
 * @throws AppError AUTHENTICATION_ERROR if their sessions were ended since, for example by a new password
 */
export async function openSession(
  { clock, sessions }: Pick<AccessDependencies, 'clock' | 'sessions'>,
  user: UserRecord,
  proven: { readonly method: SignInMethod; readonly secondFactor: boolean },
  place: Place,
): Promise<SignedIn> {
  const { token, session } = newSession(user, clock.now(), proven, place.address);
  const isOpen = await sessions.create(session, user, {
    ...actingAs(user, place),
    action: 'user.signed_in',
    target: { type: 'user', id: user.userId },
    method: proven.method,
  });
  if (!isOpen) {
    throw new AppError('AUTHENTICATION_ERROR', 'The account has changed meanwhile: sign in again');
  }
  return { token, session, user };
}
