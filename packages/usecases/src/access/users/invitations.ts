import { createHash, randomBytes } from 'node:crypto';

import type { ErrorReason } from '@leadbridge/contracts';
import { AppError } from '@leadbridge/platform';

import { auditSecret, type AuditOrigin } from '../../ports/audit.js';
import type { UserRecord } from '../../ports/people.js';
import { actingAs, type AccessDependencies, type Place } from '../access-dependencies.js';
import { checkPassword } from '../passwords/password-policy.js';
import { openSession, type SignedIn } from '../session/session.js';
import { requirePasswordSignIn } from '../session/require-password-sign-in.js';
import { normaliseEmail } from '../sign-in/sign-in.js';
import { createUser } from './manage-users.js';

export interface IssuedInvitation {
  /** From now on known only to the caller. */
  readonly token: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

type Dependencies = Pick<AccessDependencies, 'clock' | 'users' | 'invitations'>;

/** A link for somebody who is to choose their password; earlier links for them are no longer valid. */
export async function invite(
  deps: Pick<AccessDependencies, 'clock' | 'invitations' | 'audit'>,
  user: Pick<UserRecord, 'userId'>,
  validSeconds: number,
  origin: AuditOrigin,
): Promise<IssuedInvitation> {
  const issued = await issue(deps, user.userId, validSeconds);
  await deps.audit.record({
    ...origin,
    action: 'user.invited',
    target: { type: 'user', id: user.userId },
  });
  return issued;
}

/** A link for the first admin; null if there is an admin already. */
export async function inviteFirstAdmin(
  deps: Dependencies,
  validSeconds: number,
): Promise<IssuedInvitation | null> {
  return (await deps.users.hasAdmin()) ? null : await issue(deps, null, validSeconds);
}

async function issue(
  { clock, invitations }: Pick<AccessDependencies, 'clock' | 'invitations'>,
  userId: string | null,
  validSeconds: number,
): Promise<IssuedInvitation> {
  const token = `lbi_${randomBytes(32).toString('base64url')}`;
  const expiresAt = clock.now() + validSeconds * 1_000;
  await invitations.create({ invitationId: invitationIdOf(token), userId, expiresAt });
  return { token, expiresAt };
}

function invitationIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Who accepts an invitation before there is anybody. */
const firstStart: AuditOrigin['actor'] = { id: 'setup', name: 'One-time link', kind: 'service' };

/**
 * Whom a link is for; null for the first admin.
 *
 * @throws AppError 404 with the reason LINK_EXPIRED for a link that is unknown, used or expired
 */
export async function readInvitation(
  { clock, users, invitations }: Pick<AccessDependencies, 'clock' | 'users' | 'invitations'>,
  token: string,
): Promise<UserRecord | null> {
  const invitation = await invitations.find(invitationIdOf(token), clock.now());
  if (invitation === null) {
    throw expired();
  }
  if (invitation.userId === null) {
    if (await users.hasAdmin()) {
      throw expired();
    }
    return null;
  }
  const user = await users.find(invitation.userId);
  if (user === null || user.disabled) {
    throw expired();
  }
  return user;
}

/**
 * Sets name and password of the person whom a link is for, and signs them in; the link is used up by it. What is refused
 * leaves it valid.
 *
 * @throws AppError as `readInvitation`; VALIDATION_ERROR for a password that is too easy, or without the email of the first
 * admin; 409 if that email is in use; AUTHORIZATION_ERROR where passwords are switched off
 */
export async function acceptInvitation(
  deps: AccessDependencies,
  request: {
    readonly token: string;
    readonly name: string;
    readonly email?: string;
    readonly password: string;
  },
  place: Place,
): Promise<SignedIn> {
  const invited = await readInvitation(deps, request.token);
  const { name, password } = request;
  const email = invited?.email ?? request.email;
  if (email === undefined) {
    throw new AppError('VALIDATION_ERROR', 'email is required', { details: { field: 'email' } });
  }
  requirePasswordSignIn(deps, normaliseEmail(email));
  checkPassword(password, { email, name }, 'password');
  if (!(await deps.invitations.use(invitationIdOf(request.token), deps.clock.now()))) {
    throw expired();
  }
  const user =
    invited === null
      ? await createUser(deps, { email, name, role: 'admin', password }, { ...place, actor: firstStart })
      : await join(deps, invited, { name, password }, place);
  return await openSession(deps, user, { method: 'password', secondFactor: false }, place);
}

async function join(
  { clock, users, passwords, attempts }: AccessDependencies,
  invited: UserRecord,
  { name, password }: { readonly name: string; readonly password: string },
  place: Place,
): Promise<UserRecord> {
  const result = await users.change(
    invited.userId,
    { name, passwordHash: await passwords.hash(password), endSessions: true },
    clock.now(),
    {
      ...actingAs({ ...invited, name }, place),
      action: 'user.joined',
      target: { type: 'user', id: invited.userId },
      changes: { password: auditSecret },
    },
  );
  if (result.kind !== 'changed') {
    throw expired();
  }
  await attempts.clear(invited.email);
  return result.user;
}

function expired(): AppError {
  return new AppError('RESOURCE_NOT_FOUND', 'This link has expired or was used', {
    details: { reason: 'LINK_EXPIRED' satisfies ErrorReason },
  });
}
