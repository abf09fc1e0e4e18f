import { actingAs, type AccessDependencies, type Place } from '../access-dependencies.js';
import { provePerson } from '../second-factor/prove-person.js';
import { openSession, provenUntil, type SignedIn } from '../session/session.js';
import { withAttempt, type CountedAttempt } from '../session/with-attempt.js';
import { requirePasswordSignIn } from '../session/require-password-sign-in.js';
import { currentSession } from '../session/current-session.js';
import type { AuditOrigin } from '../../ports/audit.js';

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

/**
 * Proves again that the person of a session is who they are, as a sign-in does.
 *
 * @returns until when the proof counts, in Unix milliseconds
 * @throws AppError AUTHENTICATION_ERROR for a wrong password or code; with `mfa_required` if only the code is
 * missing; RATE_LIMIT_EXCEEDED after too many failures; AUTHORIZATION_ERROR where passwords are switched off
 */
export async function reauthenticate(
  deps: AccessDependencies,
  sessionId: string,
  request: { readonly password: string; readonly code?: string },
  place: Place,
): Promise<number> {
  const { user } = await currentSession(deps, sessionId);
  requirePasswordSignIn(deps, user.email);
  const origin = actingAs(user, place);
  const who = { email: user.email, user, proves: 'all' } as const;
  const { password, code } = request;
  const { hasFactor } = await withAttempt(deps, who, place, async (attempt) =>
    provePerson(deps, attempt, { user, password, code }, place),
  );
  const now = deps.clock.now();
  if (hasFactor) {
    await deps.sessions.markProven(sessionId);
  }
  await deps.sessions.renewProof(sessionId, now, {
    ...origin,
    action: 'user.reauthenticated',
    target: { type: 'user', id: user.userId },
  });
  return provenUntil({ provenAt: now });
}

/** Ends a session immediately. Safe to repeat. */
export async function signOut(
  { sessions, clock }: Pick<AccessDependencies, 'sessions' | 'clock'>,
  sessionId: string,
  origin: AuditOrigin,
): Promise<void> {
  await sessions.end(sessionId, clock.now(), {
    ...origin,
    action: 'user.signed_out',
    target: { type: 'user', id: origin.actor.id },
  });
}
