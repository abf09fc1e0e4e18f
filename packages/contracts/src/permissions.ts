/** The permissions of the specification ("Authentication"). */
export const permissions = [
  'config.manage',
  'users.manage',
  'data.sync',
  'data.view',
  'data.view.readonly',
  'analytics.view',
  'logs.view',
] as const;
export type Permission = (typeof permissions)[number];

export const roles = ['admin', 'operator', 'viewer'] as const;
export type Role = (typeof roles)[number];

const viewer: readonly Permission[] = ['data.view.readonly', 'analytics.view'];
const operator: readonly Permission[] = [...viewer, 'data.sync', 'data.view'];
const admin: readonly Permission[] = [...operator, 'config.manage', 'users.manage', 'logs.view'];

/** The specification's table of roles, each with what it inherits. */
const permissionsByRole: Readonly<Record<Role, readonly Permission[]>> = { admin, operator, viewer };

export function roleHasPermission(role: Role, permission: Permission): boolean {
  return permissionsByRole[role].includes(permission);
}

export function permissionsOf(role: Role): readonly Permission[] {
  return permissions.filter((permission) => roleHasPermission(role, permission));
}
