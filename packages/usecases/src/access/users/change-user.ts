import type { AuditChange, ErrorReason, Role } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { auditSecret, type AuditOrigin } from '../../ports/audit.js';
import type { UserChange, UserRecord } from '../../ports/people.js';
import type { AccessDependencies } from '../access-dependencies.js';
import { checkPassword } from '../passwords/password-policy.js';
import { dueAtInRole } from '../second-factor/second-factor-due.js';
import { checkCredentialChange } from './check-actor.js';

export interface UserChangeRequest {
  readonly name?: string;
  readonly role?: Role;
  readonly disabled?: boolean;
  readonly password?: string;
}

/**
 * Changes a person. A new role takes effect immediately, even in open sessions; a new password, or being
 * disabled, ends them.
 *
 * @throws AppError 404; VALIDATION_ERROR for a password that is too easy; 409 if no one would be left to
 * manage users; AUTHORIZATION_ERROR if the actor may not change credentials
 */
export async function changeUser(
  deps: Pick<AccessDependencies, 'clock' | 'users' | 'passwords' | 'attempts'>,
  userId: string,
  request: UserChangeRequest,
  origin: AuditOrigin,
): Promise<UserRecord> {
  const { clock, users, passwords, attempts } = deps;
  const user = await users.find(userId);
  if (user === null) {
    throw noSuchUser(userId);
  }
  if (changesAccess(user, request)) {
    checkCredentialChange(origin, userId);
  }
  const { password, ...plain } = request;
  if (password !== undefined) {
    checkPassword(password, { email: user.email, name: request.name ?? user.name }, 'password');
  }
  const now = clock.now();
  const change: UserChange = {
    ...plain,
    ...(request.role === undefined
      ? {}
      : { secondFactorDueAt: dueAtInRole(request.role, user.secondFactorDueAt, now) }),
    ...(password === undefined ? {} : { passwordHash: await passwords.hash(password) }),
    endSessions: password !== undefined || request.disabled === true,
  };
  const result = await users.change(userId, change, now, {
    ...origin,
    action: 'user.changed',
    target: { type: 'user', id: userId },
    changes: changesOf(user, request),
  });
  if (result.kind === 'changed') {
    if (password !== undefined) {
      await attempts.clear(user.email);
    }
    return result.user;
  }
  throw result.kind === 'absent' ? noSuchUser(userId) : lastAdmin();
}

/** Whether a change lets somebody in, or do more; disabling only takes away. */
function changesAccess(user: UserRecord, { role, password, disabled }: UserChangeRequest): boolean {
  const hasNewRole = role !== undefined && role !== user.role;
  return hasNewRole || password !== undefined || (disabled === false && user.disabled);
}

function changesOf(user: UserRecord, { password, ...plain }: UserChangeRequest): Record<string, AuditChange> {
  const changed = Object.entries(plain)
    .map(([field, to]): [string, AuditChange] => [field, { from: user[field as keyof typeof plain], to }])
    .filter(([, { from, to }]) => from !== to);
  return Object.fromEntries([
    ...changed,
    ...(password === undefined ? [] : [['password', auditSecret]]),
  ]) as Record<string, AuditChange>;
}

export function noSuchUser(userId: string): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'There is no such user', { details: { user_id: userId } });
}

export function lastAdmin(): AppError {
  return new AppError(
    'VALIDATION_ERROR',
    'The last admin cannot be removed, disabled or given another role',
    {
      status: 409,
      details: { reason: 'LAST_ADMIN' satisfies ErrorReason },
    },
  );
}
