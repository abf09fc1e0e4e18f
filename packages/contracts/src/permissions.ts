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

/** The specification's table of roles: a role's own permissions, and the role that it inherits from. */
const roleTable: Readonly<Record<Role, { own: readonly Permission[]; inherits: Role | null }>> = {
  admin: {
    own: ['config.manage', 'users.manage', 'data.sync', 'analytics.view', 'logs.view'],
    inherits: 'operator',
  },
  operator: { own: ['data.sync', 'data.view', 'analytics.view'], inherits: 'viewer' },
  viewer: { own: ['data.view.readonly', 'analytics.view'], inherits: null },
};

function collect(role: Role): Set<Permission> {
  const { own, inherits } = roleTable[role];
  return new Set([...own, ...(inherits === null ? [] : collect(inherits))]);
}

const permissionsByRole: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  admin: collect('admin'),
  operator: collect('operator'),
  viewer: collect('viewer'),
};

/** Whether a role has a permission, directly or inherited. */
export function roleHasPermission(role: Role, permission: Permission): boolean {
  return permissionsByRole[role].has(permission);
}

/** All permissions of a role, in the order of the specification. */
export function permissionsOf(role: Role): readonly Permission[] {
  return permissions.filter((permission) => roleHasPermission(role, permission));
}
