import type { AuditOrigin } from '../../ports/audit.js';
import type { AccessDependencies } from '../access-dependencies.js';
import { lastAdmin, noSuchUser } from './change-user.js';

/**
 * Removes a person with their secrets and sessions.
 *
 * @throws AppError 404; 409 if no one would be left to manage users
 */
export async function removeUser(
  { clock, users }: Pick<AccessDependencies, 'clock' | 'users'>,
  userId: string,
  origin: AuditOrigin,
): Promise<void> {
  const result = await users.remove(userId, clock.now(), {
    ...origin,
    action: 'user.removed',
    target: { type: 'user', id: userId },
  });
  if (result !== 'changed') {
    throw result === 'absent' ? noSuchUser(userId) : lastAdmin();
  }
}
