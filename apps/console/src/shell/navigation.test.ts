import { describe, expect, it } from '@jest/globals';
import { permissionsOf } from '@leadbridge/contracts';

import { groupsFor, mayOpen, placeAt } from './navigation.js';

describe('the navigation', () => {
  const namesFor = (role: 'admin' | 'operator' | 'viewer'): string[] =>
    groupsFor(permissionsOf(role)).flatMap(({ places }) => places.map(({ name }) => name));

  it('offers each role what it may', () => {
    const viewer = [
      ...['Overview', 'Leads', 'Prospects', 'Opportunities', 'Jobs', 'Reconciliation', 'Queues'],
      ...['Opt-outs', 'PSA', 'Webhooks'],
    ];
    expect(namesFor('viewer')).toEqual(viewer);
    expect(namesFor('operator')).toEqual(['Overview', 'Import', ...viewer.slice(1)]);
    expect(namesFor('admin')).toEqual([
      ...['Overview', 'Import', 'Leads', 'Prospects', 'Opportunities', 'Jobs', 'Errors', 'Reconciliation'],
      ...['Queues', 'Opt-outs', 'Erasure', 'Audit', 'PSA', 'Providers', 'Webhooks', 'People', 'API keys'],
      'General',
    ]);
  });

  it.each(['viewer', 'admin'] as const)('offers a %s company matches only while they wait', (role) => {
    const names = (occasions: string[]) =>
      groupsFor(permissionsOf(role), occasions).flatMap(({ places }) => places.map(({ name }) => name));
    expect(names([])).not.toContain('Company matches');
    expect(names(['/company-matches'])).toContain('Company matches');
  });

  it('shows no heading without an entry', () => {
    expect(groupsFor(permissionsOf('viewer')).map(({ heading }) => heading)).toEqual([
      ...[null, 'Pipeline', 'Activity', 'Compliance', 'Connections'],
    ]);
  });

  it.each([
    ['/', '', 'Overview'],
    ['/leads', '', 'Leads'],
    ['/leads/12', '?page=2', 'Leads'],
    ['/settings', '?tab=providers', 'Providers'],
    ['/settings', '?tab=lists', 'General'],
    ['/settings', '', 'Providers'],
    ['/company-matches', '?status=open', 'Company matches'],
    ['/leadsheets', '', undefined],
    ['/account', '', undefined],
  ])('marks for %s%s the entry %s', (pathname, search, name) => {
    expect(placeAt(pathname, search)?.name).toBe(name);
  });

  it.each([
    ['viewer', '/import', false],
    ['viewer', '/erasure', false],
    ['viewer', '/people', false],
    ['viewer', '/leads/12', true],
    ['viewer', '/account', true],
    ['operator', '/import', true],
    ['operator', '/settings', false],
    ['admin', '/settings', true],
  ] as const)('lets a %s open %s: %s', (role, pathname, expected) => {
    expect(mayOpen(pathname, permissionsOf(role))).toBe(expected);
  });
});
