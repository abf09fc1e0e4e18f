import type { AccessDependencies, Place } from '../access-dependencies.js';
import { provePerson } from '../second-factor/prove-person.js';
import { openSession, type SignedIn } from '../session/open-session.js';
import { withAttempt, type CountedAttempt } from '../session/with-attempt.js';
import { requirePasswordSignIn } from '../session/require-password-sign-in.js';

/** Different spellings of an email address identify the same person. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}

/**
 * Opens a session for a person who knows the password and, if one is set up, has the second factor
 * (specification, "Authentication").
 *
 * @throws AppError AUTHENTICATION_ERROR with the same message for every wrong part; with `mfa_required` if
 * only the code is missing; RATE_LIMIT_EXCEEDED after too many failures; AUTHORIZATION_ERROR where passwords are
 * switched off
 */
export async function signIn(
  deps: AccessDependencies,
  request: { readonly email: string; readonly password: string; readonly code?: string },
  place: Place,
): Promise<SignedIn> {
  const email = normaliseEmail(request.email);
  requirePasswordSignIn(deps, email);
  const user = await deps.users.findByEmail(email);
  const { password, code } = request;
  const prove = async (attempt: CountedAttempt): Promise<SignedIn> => {
    const proven = await provePerson(deps, attempt, { user, password, code }, place);
    return await openSession(
      deps,
      proven.user,
      { method: 'password', secondFactor: proven.hasFactor },
      place,
    );
  };
  return await withAttempt(deps, { email, user, proves: 'all' }, place, prove);
}
