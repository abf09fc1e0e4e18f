import { actingAs, type AccessDependencies, type Place } from '../access-dependencies.js';
import { proveSecondFactor } from '../second-factor/prove-second-factor.js';
import { provePassword } from '../session/prove-password.js';
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
  const prove = async (attempt: CountedAttempt): Promise<SignedIn> => {
    const credential = await provePassword(deps, user, request.password);
    const { factor } = credential.record;
    const origin = actingAs(credential.user, place);
    if (factor !== null) {
      const facts = { user: credential.user, credential: credential.record, factor, code: request.code };
      await proveSecondFactor(deps, attempt, facts, origin);
    }
    return await openSession(
      deps,
      credential.user,
      { method: 'password', secondFactor: factor !== null },
      place,
    );
  };
  return await withAttempt(deps, { email, user, proves: 'all' }, place, prove);
}
