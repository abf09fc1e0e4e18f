import type { AuditOrigin } from '../../ports/audit.js';
import type { AccessDependencies } from '../access-dependencies.js';
import { noSuchUser } from './change-user.js';
import { checkCredentialChange } from './check-actor.js';
import { secondFactorDueAt } from '../second-factor/second-factor-due.js';

/**
 * For a person who has lost the second factor and the recovery codes: ends their sessions, and begins a new
 * grace period.
 *
 * @throws AppError 404; AUTHORIZATION_ERROR if the actor may not change credentials
 */
export async function resetSecondFactor(
  { clock, users, credentials }: Pick<AccessDependencies, 'clock' | 'users' | 'credentials'>,
  userId: string,
  origin: AuditOrigin,
): Promise<void> {
  const user = await users.find(userId);
  if (user === null) {
    throw noSuchUser(userId);
  }
  checkCredentialChange(origin, userId);
  const now = clock.now();
  const dueAt = secondFactorDueAt(user.role, now);
  const reset = await credentials.resetFactor(userId, dueAt, now, {
    ...origin,
    action: 'user.second_factor_reset',
    target: { type: 'user', id: userId },
    changes: { method: { from: user.secondFactor, to: null } },
  });
  if (!reset) {
    throw noSuchUser(userId);
  }
}
