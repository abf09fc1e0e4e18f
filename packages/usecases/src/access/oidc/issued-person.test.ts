import { describe, expect, it } from '@jest/globals';

import { roleOfGroups, type RoleRule } from './issued-person.js';

const rules: readonly RoleRule[] = [
  { role: 'operator', group: 'sales' },
  { role: 'admin', group: 'it' },
  { role: 'admin', group: 'owners' },
];

describe('the role of somebody in groups of the issuer', () => {
  it.each([
    [[], null],
    [['others'], null],
    [['Sales'], null],
    [['sales'], 'operator'],
    [['sales', 'owners'], 'admin'],
    [['it'], 'admin'],
    [['*'], null],
  ])('%j have the widest of their roles: %s', (groups, role) => {
    expect(roleOfGroups(groups, rules)).toBe(role);
  });

  it('is that of everybody where nothing wider fits', () => {
    const open = [...rules, { role: 'viewer', group: null } as const];
    expect(roleOfGroups([], open)).toBe('viewer');
    expect(roleOfGroups(['sales'], open)).toBe('operator');
  });
});
