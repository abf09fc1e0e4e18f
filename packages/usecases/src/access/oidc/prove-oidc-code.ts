import { AppError, type Logger } from '@leadbridge/platform';

import type { UserRecord } from '../../ports/people.js';
import type { AccessDependencies, Place } from '../access-dependencies.js';
import { sendCode } from '../second-factor/code-challenge.js';
import { proveSecondFactor } from '../second-factor/prove-person.js';
import { openSession, type SignedIn } from '../session/session.js';
import { withAttempt } from '../session/with-attempt.js';

/** Sends the code of a factor by email or SMS. If that fails, the person asks for another one. */
export async function sendOidcCode(
  deps: AccessDependencies,
  user: UserRecord,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  if (user.secondFactor === null || user.secondFactor === 'totp') {
    return;
  }
  const credential = await deps.credentials.find(user.userId);
  const factor = credential?.factor ?? null;
  if (credential === null || factor === null) {
    return;
  }
  try {
    await sendCode(deps, user, factor, 'proof', credential.challenge);
  } catch (error) {
    logger.warn('the code of a second factor could not be sent', { error });
  }
}

/**
 * Completes a sign-in with OpenID Connect by our own second factor. Wrong codes count as failed attempts of the
 * person, as at every sign-in.
 *
 * @param end marks the sign-in as completed; false if it was before
 * @throws AppError AUTHENTICATION_ERROR for a wrong code, and if the sign-in is over; with `mfa_required` if only the
 * code is missing; RATE_LIMIT_EXCEEDED after too many failures
 */
export async function proveOidcCode(
  deps: AccessDependencies,
  { userId, code }: { readonly userId: string; readonly code: string | undefined },
  place: Place,
  end: () => Promise<boolean>,
): Promise<SignedIn> {
  const user = await deps.users.find(userId);
  const credential = user === null ? null : await deps.credentials.find(userId);
  const factor = credential?.factor ?? null;
  if (user === null || user.disabled || credential === null || factor === null) {
    throw signInOver();
  }
  const who = { email: user.email, user, proves: 'all' } as const;
  return await withAttempt(deps, who, place, async (attempt) => {
    await proveSecondFactor(deps, attempt, { user, credential, code }, place);
    if (!(await end())) {
      throw signInOver();
    }
    return await openSession(deps, user, { method: 'oidc', secondFactor: true }, place);
  });
}

/** For a sign-in that has been completed, has expired, or was never begun in this browser. */
export function signInOver(): AppError {
  return new AppError('AUTHENTICATION_ERROR', 'This sign-in is over: begin again');
}
