import { describe, expect, it } from '@jest/globals';

import { permissions, permissionsOf, roleHasPermission, roles } from './permissions.js';

/**
 * Specification, "Authentication": "Roles, each with its permissions", with inherited permissions written
 * out.
 */
const expected: Readonly<Record<(typeof roles)[number], readonly string[]>> = {
  admin: [
    'config.manage',
    'users.manage',
    'data.sync',
    'data.view',
    'data.view.readonly',
    'analytics.view',
    'logs.view',
  ],
  operator: ['data.sync', 'data.view', 'data.view.readonly', 'analytics.view'],
  viewer: ['data.view.readonly', 'analytics.view'],
};

describe('roles', () => {
  it.each(roles)('%s has exactly its permissions', (role) => {
    expect(permissions.filter((permission) => roleHasPermission(role, permission))).toEqual(expected[role]);
    expect(permissionsOf(role)).toEqual(expected[role]);
  });
});
