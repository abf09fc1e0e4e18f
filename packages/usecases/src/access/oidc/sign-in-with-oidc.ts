import type { OidcRefusal, Role } from '@leadbridge/contracts';

import type { AuditEntry } from '../../ports/audit.js';
import type { UserRecord } from '../../ports/people.js';
import { SignInRefusedError, type IssuedIdentity } from '../../ports/sign-in-issuer.js';
import type { AccessDependencies, Place } from '../access-dependencies.js';
import { dueAtInRole } from '../second-factor/second-factor-due.js';
import { openSession, type SignedIn } from '../session/session.js';
import { normaliseEmail } from '../sign-in/sign-in.js';
import { newUser } from '../users/manage-users.js';
import { failedSignIn } from './failed-sign-in.js';
import { readName, readVerifiedEmail, roleOfGroups, type RoleRule } from './issued-person.js';

type SignInDependencies = Pick<AccessDependencies, 'clock' | 'users' | 'sessions' | 'audit' | 'onlyPassword'>;

interface Facts {
  readonly identity: IssuedIdentity;
  readonly role: Role | null;
  /** Null unless the issuer has verified it. */
  readonly email: string | null;
  /** Whether the issuer appoints the admins. */
  readonly byIssuer: boolean;
}

/**
 * Signs in the person whom the issuer has identified: by the identity, else by the verified email, which is linked to
 * the identity then; an unknown person becomes a user. The role follows the groups at each sign-in.
 *
 * @returns the session; or only the user, if our second factor is active and the issuer has not asked for one
 * @throws SignInRefusedError, which is in the audit log then; with the last role gone, the open sessions have ended
 */
export async function signInWithOidc(
  deps: SignInDependencies,
  rules: readonly RoleRule[],
  identity: IssuedIdentity,
  place: Place,
): Promise<{ readonly user: UserRecord; readonly signedIn: SignedIn | null }> {
  const email = readVerifiedEmail(identity);
  const facts: Facts = {
    identity,
    email: email === null ? null : normaliseEmail(email),
    role: roleOfGroups(identity.groups, rules),
    byIssuer: rules.some(({ role }) => role === 'admin'),
  };
  const found = await deps.users.findByOidc(identity, facts.email);
  const user =
    found === null ? await addUser(deps, facts, place) : await followIssuer(deps, found, facts, place);
  if (user.secondFactor !== null && !identity.secondFactorProven) {
    return { user, signedIn: null };
  }
  const proven = { method: 'oidc', secondFactor: identity.secondFactorProven } as const;
  return { user, signedIn: await openSession(deps, user, proven, place) };
}

/** @throws SignInRefusedError */
async function addUser(deps: SignInDependencies, facts: Facts, place: Place): Promise<UserRecord> {
  const { identity, role, email } = facts;
  if (email === null) {
    return await refuse(deps, 'email_not_verified', null, place);
  }
  if (role === null) {
    return await refuse(deps, 'no_role', null, place);
  }
  const { issuer, subject } = identity;
  const fields = { email, name: readName(identity, email), role, oidc: { issuer, subject } };
  const user = newUser(fields, deps.clock.now());
  const created = await deps.users.create(user, null, {
    ...issuerActing(place),
    action: 'user.created',
    target: { type: 'user', id: user.userId },
    changes: { role: { from: null, to: role }, oidc: { from: null, to: issuer } },
  });
  if (created) {
    return user;
  }
  // A second first sign-in was faster.
  const other = await deps.users.findByOidc(identity, email);
  return other === null
    ? await refuse(deps, 'sign_in_failed', null, place)
    : await followIssuer(deps, other, facts, place);
}

/** @throws SignInRefusedError */
async function followIssuer(
  deps: SignInDependencies,
  user: UserRecord,
  { identity, role, byIssuer }: Facts,
  place: Place,
): Promise<UserRecord> {
  if (user.disabled) {
    return await refuse(deps, 'user_disabled', user, place);
  }
  const { issuer, subject } = identity;
  const isLinked = user.oidc?.issuer === issuer && user.oidc.subject === subject;
  if (user.oidc !== null && !isLinked) {
    return await refuse(deps, 'sign_in_failed', user, place);
  }
  // Without a role as admin, nobody could sign in any more if the issuer fails.
  const isKept = deps.onlyPassword === user.email && role !== 'admin';
  if (role === null || isKept) {
    return await refuseRole(deps, user, isLinked, place);
  }
  if (isLinked && user.role === role) {
    return user;
  }
  const now = deps.clock.now();
  const change = {
    role,
    secondFactorDueAt: dueAtInRole(role, user.secondFactorDueAt, now),
    oidc: { issuer, subject },
    byIssuer,
    endSessions: false,
  };
  const result = await deps.users.change(user.userId, change, now, {
    ...issuerActing(place),
    action: 'user.changed',
    target: { type: 'user', id: user.userId },
    changes: {
      ...(user.role === role ? {} : { role: { from: user.role, to: role } }),
      ...(isLinked ? {} : { oidc: { from: null, to: issuer } }),
    },
  });
  if (result.kind === 'changed') {
    return result.user;
  }
  return result.kind === 'last_admin'
    ? await refuseRole(deps, user, isLinked, place)
    : await refuse(deps, 'sign_in_failed', user, place);
}

/** Ends the sessions of a person who signs in at the issuer, and has no role there any more. */
async function refuseRole(
  deps: SignInDependencies,
  user: UserRecord,
  isLinked: boolean,
  place: Place,
): Promise<never> {
  if (!isLinked) {
    return await refuse(deps, 'no_role', user, place);
  }
  const entry = failedSignIn('no_role', user, place);
  await deps.users.change(user.userId, { endSessions: true }, deps.clock.now(), entry);
  throw new SignInRefusedError('no_role');
}

async function refuse(
  { audit }: SignInDependencies,
  reason: OidcRefusal,
  user: UserRecord | null,
  place: Place,
): Promise<never> {
  await audit.record(failedSignIn(reason, user, place));
  throw new SignInRefusedError(reason);
}

function issuerActing(place: Place): Pick<AuditEntry, 'actor' | 'address' | 'requestId' | 'method'> {
  return {
    address: place.address,
    requestId: place.requestId,
    actor: { id: 'oidc', name: 'OpenID Connect', kind: 'service' },
    method: 'oidc',
  };
}
