import { describe, expect, it } from '@jest/globals';
import { permissionsOf } from '@leadbridge/contracts';

import { isAt, placesFor } from './navigation.js';

describe('the navigation', () => {
  const namesFor = (role: 'admin' | 'operator' | 'viewer'): string[] =>
    placesFor(permissionsOf(role)).map(({ name }) => name);

  it('offers each role what it may', () => {
    expect(namesFor('viewer')).toEqual([
      'Overview',
      'Jobs',
      'Leads',
      'Prospects',
      'Opportunities',
      'Opt-outs',
      'Webhooks',
      'Reconciliation',
      'PSA',
      'Your account',
    ]);
    expect(namesFor('operator')).toEqual(['Overview', 'Import', ...namesFor('viewer').slice(1)]);
    expect(namesFor('admin')).toEqual(expect.arrayContaining(['Errors', 'Audit', 'Access', 'Settings']));
  });

  it('marks the screen of an address, and of the pages below it', () => {
    const [overview] = placesFor(['data.view.readonly']);
    const leads = placesFor(['data.view.readonly']).find(({ name }) => name === 'Leads');
    expect([overview, leads].map((place) => place !== undefined && isAt(place, '/leads/12'))).toEqual([
      false,
      true,
    ]);
    expect(overview !== undefined && isAt(overview, '/')).toBe(true);
  });
});
