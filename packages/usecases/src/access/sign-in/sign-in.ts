import type { AuditOrigin } from '../../ports/audit.js';
import type { SessionRecord, UserRecord } from '../../ports/people.js';
import { actingAs, type AccessDependencies, type Place } from '../access-dependencies.js';
import { provePerson } from '../second-factor/prove-person.js';
import { newSession } from '../session/session.js';
import { withAttempt, type CountedAttempt } from '../session/with-attempt.js';

export interface SignedIn {
  /** From now on known only to the caller. */
  readonly token: string;
  readonly session: SessionRecord;
  readonly user: UserRecord;
}

/** Different spellings of an email address identify the same person. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}

/**
 * Opens a session for a person who knows the password and, if one is set up, has the second factor
 * (specification, "Authentication").
 *
 * @throws AppError AUTHENTICATION_ERROR with the same message for every wrong part; with `mfa_required` if
 * only the code is missing; RATE_LIMIT_EXCEEDED after too many failures
 */
export async function signIn(
  deps: AccessDependencies,
  request: { readonly email: string; readonly password: string; readonly code?: string },
  place: Place,
): Promise<SignedIn> {
  const email = normaliseEmail(request.email);
  const user = await deps.users.findByEmail(email);
  const { password, code } = request;
  const prove = async (attempt: CountedAttempt): Promise<SignedIn> => {
    const proven = await provePerson(deps, attempt, { user, password, code }, place);
    return await openSession(deps, proven.user, proven.hasFactor, actingAs(proven.user, place));
  };
  return await withAttempt(deps, { email, user, proves: 'all' }, place, prove);
}

/** Signs a person in whose credentials have been proven. */
export async function openSession(
  { clock, sessions }: Pick<AccessDependencies, 'clock' | 'sessions'>,
  user: UserRecord,
  secondFactorProven: boolean,
  origin: AuditOrigin,
): Promise<SignedIn> {
  const { token, session } = newSession(user, clock.now(), secondFactorProven, origin.address);
  await sessions.create(session, {
    ...origin,
    action: 'user.signed_in',
    target: { type: 'user', id: user.userId },
  });
  return { token, session, user };
}
