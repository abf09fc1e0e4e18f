import { auditSecret } from '../../ports/audit.js';
import { actingAs, type AccessDependencies, type Place } from '../access-dependencies.js';
import { currentCredential, requireRecentProof } from '../session/current-session.js';
import { checkPassword } from '../passwords/password-policy.js';
import { provePassword } from '../second-factor/prove-person.js';
import { withAttempt } from '../session/with-attempt.js';
import { requirePasswordSignIn } from '../session/require-password-sign-in.js';

/**
 * Changes a person's own password, and ends their other sessions.
 *
 * @throws AppError AUTHENTICATION_ERROR for a wrong current password, VALIDATION_ERROR for a new one that is
 * too easy; AUTHORIZATION_ERROR if a second factor is set up and was last given too long ago, and where passwords are
 * switched off
 */
export async function changePassword(
  deps: AccessDependencies,
  sessionId: string,
  request: { readonly currentPassword: string; readonly newPassword: string },
  place: Place,
): Promise<void> {
  const { user, credential } = await currentCredential(deps, sessionId);
  requirePasswordSignIn(deps, user.email);
  checkPassword(request.newPassword, user, 'new_password');
  const hasFactor = credential.factor !== null;
  if (hasFactor) {
    await requireRecentProof(deps, sessionId);
  }
  const proves = hasFactor ? 'part' : 'all';
  await withAttempt(deps, { email: user.email, user, proves }, place, async () =>
    provePassword(deps, user, request.currentPassword),
  );
  const hash = await deps.passwords.hash(request.newPassword);
  await deps.credentials.changePassword(user.userId, hash, sessionId, deps.clock.now(), {
    ...actingAs(user, place),
    action: 'user.password_changed',
    target: { type: 'user', id: user.userId },
    changes: { password: auditSecret },
  });
}
