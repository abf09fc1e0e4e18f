import { emailText, roles, type Role } from '@leadbridge/contracts';
import { cleanLine } from '@leadbridge/domain';

import type { IssuedIdentity } from '../../ports/sign-in-issuer.js';

const maxNameChars = 100;

/** The email, if the issuer has verified it and people can have it here; null otherwise. */
export function readVerifiedEmail({
  email,
  emailVerified,
}: Pick<IssuedIdentity, 'email' | 'emailVerified'>): string | null {
  return emailVerified && email !== null && emailText.validate(email).error === undefined ? email : null;
}

/** How the person is shown; the email if the issuer says no name. */
export function readName({ name }: Pick<IssuedIdentity, 'name'>, email: string): string {
  const line = cleanLine(name ?? '', maxNameChars);
  return line === '' ? email.slice(0, maxNameChars) : line;
}

/** Which group at the issuer has which role here. */
export interface RoleRule {
  readonly role: Role;
  /** Null for everybody whom the issuer lets sign in. */
  readonly group: string | null;
}

/** The widest role of somebody in these groups; null for none. */
export function roleOfGroups(groups: readonly string[], rules: readonly RoleRule[]): Role | null {
  const has = (role: Role): boolean =>
    rules.some((rule) => rule.role === role && (rule.group === null || groups.includes(rule.group)));
  return roles.find(has) ?? null;
}
