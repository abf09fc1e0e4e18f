import { describe, expect, it } from '@jest/globals';

import { originsOf, standingFields } from './origins.js';

describe('where values come from', () => {
  const at = '2026-01-31T09:00:00.000Z';

  it('is told by field, with what was not taken and why', () => {
    const fields = {
      CF_106: {
        source: 'provider_a',
        at,
        not_taken: [
          { source: 'csv', value: 'CEO', rule: 'precedence' },
          { source: 'csv', value: 5, rule: 'new_rule' },
        ],
      },
    };
    expect(originsOf({ field_sources: { email: { source: 'csv', at } }, fields })).toEqual([
      { field: 'email', source: 'csv', at, notTaken: [] },
      {
        field: 'CF_106',
        source: 'provider_a',
        at,
        notTaken: ['“CEO” by CSV: a source with higher precedence has another value', '“5” by CSV: new rule'],
      },
    ]);
  });
});

it('a ticket shows what stands in it, and not what a source offered in vain', () => {
  const custom_fields = { CF_101: 'Manual', CF_105: false, CF_106: 'AWS' };
  const fields = {
    CF_101: { value: 'CSV', source: 'csv', at: null },
    CF_106: { value: null, source: null, at: null },
  };
  expect(standingFields({ custom_fields, fields })).toEqual({ CF_101: 'CSV', CF_105: false, CF_106: 'AWS' });
  expect(standingFields({ custom_fields })).toEqual(custom_fields);
});
