import { roles, type Role } from '@leadbridge/contracts';

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
