import { createHash, randomBytes } from 'node:crypto';

import type { AuditOrigin } from '../../ports/audit.js';
import type { UserRecord } from '../../ports/people.js';
import type { AccessDependencies } from '../access-dependencies.js';

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

export function invitationIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
