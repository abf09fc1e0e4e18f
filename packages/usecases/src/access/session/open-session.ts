import type { SignInMethod } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import type { SessionRecord, UserRecord } from '../../ports/people.js';
import { actingAs, type AccessDependencies, type Place } from '../access-dependencies.js';
import { newSession } from './session.js';

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
