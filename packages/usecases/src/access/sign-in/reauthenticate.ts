import { actingAs, type AccessDependencies, type Place } from '../access-dependencies.js';
import { currentSession } from '../session/current-session.js';
import { provePerson } from '../second-factor/prove-person.js';
import { provenUntil } from '../session/session.js';
import { withAttempt } from '../session/with-attempt.js';
import { requirePasswordSignIn } from '../session/require-password-sign-in.js';

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
