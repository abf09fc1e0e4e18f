import type { SignInMethod } from '@leadbridge/contracts';

import type { SessionRecord, UserRecord } from '../../ports/people.js';
import { actingAs, type AccessDependencies, type Place } from '../access-dependencies.js';
import { newSession } from './session.js';

export interface SignedIn {
  /** From now on known only to the caller. */
  readonly token: string;
  readonly session: SessionRecord;
  readonly user: UserRecord;
}

/** Opens a session for a person who has proven everything that the method needs. */
export async function openSession(
  { clock, sessions }: Pick<AccessDependencies, 'clock' | 'sessions'>,
  user: UserRecord,
  proven: { readonly method: SignInMethod; readonly secondFactor: boolean },
  place: Place,
): Promise<SignedIn> {
  const { token, session } = newSession(user, clock.now(), proven, place.address);
  await sessions.create(session, {
    ...actingAs(user, place),
    action: 'user.signed_in',
    target: { type: 'user', id: user.userId },
    method: proven.method,
  });
  return { token, session, user };
}
