import { randomBytes } from 'node:crypto';

import type { ErrorReason, Role } from '@leadbridge/contracts';
import { AppError, newId } from '@leadbridge/platform';

import type { AuditOrigin } from '../../ports/audit.js';
import type { UserRecord } from '../../ports/people.js';
import type { AccessDependencies } from '../access-dependencies.js';
import { checkPassword } from '../passwords/password-policy.js';
import { secondFactorDueAt } from '../second-factor/second-factor-due.js';
import { normaliseEmail } from '../sign-in/sign-in.js';
import { isMachine, personRequired } from './check-actor.js';

/**
 * A machine may add the first admin only: as another one it could change the credentials of everybody.
 *
 * @throws AppError VALIDATION_ERROR for a password that is too easy; 409 if the email is already in use;
 * AUTHORIZATION_ERROR for an admin that the actor may not add
 */
export async function createUser(
  { clock, users, passwords }: Pick<AccessDependencies, 'clock' | 'users' | 'passwords'>,
  request: {
    readonly email: string;
    readonly name: string;
    readonly role: Role;
    /** Absent for a person who is invited, and chooses their own. */
    readonly password?: string;
  },
  origin: AuditOrigin,
): Promise<UserRecord> {
  const { name, role } = request;
  const email = normaliseEmail(request.email);
  if (request.password !== undefined) {
    checkPassword(request.password, { email, name }, 'password');
  }
  // Nobody knows the password of somebody who has not chosen theirs yet.
  const password = request.password ?? randomBytes(32).toString('base64url');
  if (role === 'admin' && isMachine(origin.actor) && (await users.hasAdmin())) {
    if ((await users.findByEmail(email)) !== null) {
      throw emailInUse(email);
    }
    throw personRequired('There is an admin already: only a signed-in admin may add another one');
  }
  const now = clock.now();
  const user: UserRecord = {
    userId: newId('usr', now),
    email,
    name,
    role,
    disabled: false,
    secondFactor: null,
    secondFactorDueAt: secondFactorDueAt(role, now),
    createdAt: now,
    updatedAt: now,
    lastSignInAt: null,
  };
  const created = await users.create(user, await passwords.hash(password), {
    ...origin,
    action: 'user.created',
    target: { type: 'user', id: user.userId },
    changes: { role: { from: null, to: role } },
  });
  if (!created) {
    throw emailInUse(email);
  }
  return user;
}

function emailInUse(email: string): AppError {
  return new AppError('VALIDATION_ERROR', 'A user with this email exists', {
    status: 409,
    details: { field: 'email', value: email, reason: 'USER_EXISTS' satisfies ErrorReason },
  });
}
