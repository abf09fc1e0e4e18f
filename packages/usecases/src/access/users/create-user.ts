import type { ErrorReason, Role } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import type { AuditOrigin } from '../../ports/audit.js';
import type { UserRecord } from '../../ports/people.js';
import type { AccessDependencies } from '../access-dependencies.js';
import { checkPassword } from '../passwords/password-policy.js';
import { normaliseEmail } from '../sign-in/sign-in.js';
import { isMachine, personRequired } from './check-actor.js';
import { newUser } from './new-user.js';

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
  const { name, role, password } = request;
  const email = normaliseEmail(request.email);
  if (password !== undefined) {
    checkPassword(password, { email, name }, 'password');
  }
  if (role === 'admin' && isMachine(origin.actor) && (await users.hasAdmin())) {
    if ((await users.findByEmail(email)) !== null) {
      throw emailInUse(email);
    }
    throw personRequired('There is an admin already: only a signed-in admin may add another one');
  }
  const now = clock.now();
  const user = newUser({ email, name, role, oidc: null }, now);
  const hash = password === undefined ? null : await passwords.hash(password);
  const created = await users.create(user, hash, {
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
