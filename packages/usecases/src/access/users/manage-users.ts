import type { AuditChange, ErrorReason } from '@leadbridge/contracts';
import { AppError, newId } from '@leadbridge/platform';

import { auditSecret, type AuditOrigin } from '../../ports/audit.js';
import type { UserChange, UserRecord } from '../../ports/people.js';
import { secondFactorDueAt, dueAtInRole } from '../second-factor/second-factor-due.js';
import type { AccessDependencies } from '../access-dependencies.js';
import { checkPassword } from '../passwords/password-policy.js';
import { normaliseEmail } from '../sign-in/sign-in.js';

type Actor = AuditOrigin['actor'];

/** Keys and tokens of machines cannot prove who holds them. */
function isMachine({ kind }: Actor): boolean {
  return kind === 'api_key' || kind === 'oauth_client';
}

/**
 * Who may change the role, the password or the second factor of a person: another person, or an operator in a
 * terminal. With a machine's credential a leaked key could take over every account, and a person's own have
 * their own requests, which ask for the current ones.
 *
 * @throws AppError AUTHORIZATION_ERROR
 */
export function checkCredentialChange({ actor }: Pick<AuditOrigin, 'actor'>, userId: string): void {
  if (isMachine(actor)) {
    throw personRequired('Only a signed-in user may change the role, password or second factor of a user');
  }
  if (actor.kind === 'person' && actor.id === userId) {
    throw new AppError(
      'AUTHORIZATION_ERROR',
      'Nobody changes their own role, password or second factor here: use POST /auth/password and POST /auth/mfa/enroll, or ask another admin',
      { details: { reason: 'OWN_ACCOUNT' satisfies ErrorReason } },
    );
  }
}

function personRequired(message: string): AppError {
  return new AppError('AUTHORIZATION_ERROR', message, {
    details: { reason: 'PERSON_REQUIRED' satisfies ErrorReason },
  });
}

export function newUser(
  facts: Pick<UserRecord, 'email' | 'name' | 'role' | 'oidc'>,
  now: number,
): UserRecord {
  return {
    userId: newId('usr', now),
    ...facts,
    disabled: false,
    secondFactor: null,
    secondFactorDueAt: secondFactorDueAt(facts.role, now),
    createdAt: now,
    updatedAt: now,
    lastSignInAt: null,
    sessionsEnded: 0,
  };
}

/**
 * A machine may add the first admin only: as another one it could change the credentials of everybody.
 *
 * @throws AppError VALIDATION_ERROR for a password that is too easy; 409 if the email is already in use;
 * AUTHORIZATION_ERROR for an admin that the actor may not add
 */
export async function createUser(
  { clock, users, passwords }: Pick<AccessDependencies, 'clock' | 'users' | 'passwords'>,
  request: Pick<UserRecord, 'email' | 'name' | 'role'> & {
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

export type UserChangeRequest = Pick<UserChange, 'name' | 'role' | 'disabled'> & {
  readonly password?: string;
};

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

function lastAdmin(): AppError {
  return new AppError(
    'VALIDATION_ERROR',
    'The last admin cannot be removed, disabled or given another role',
    {
      status: 409,
      details: { reason: 'LAST_ADMIN' satisfies ErrorReason },
    },
  );
}

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
