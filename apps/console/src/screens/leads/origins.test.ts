import { describe, expect, it } from '@jest/globals';

import { originsOf } from './origins.js';
import { detailLines } from './timeline-details.js';

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
        notTaken: ['“CEO” by csv: a source with higher precedence has another value', '“5” by csv: new rule'],
      },
    ]);
  });
});

describe('the details of an entry', () => {
  it('are one line each, changes as differences, and nothing of what is empty', () => {
    const changes = { CF_106: { from: 'CTO', to: 'CEO' } };
    expect(
      detailLines({ result: 'updated', source: null, lists: ['Hot', 'CSV'], fields: [], changes }),
    ).toEqual(['Result: updated', 'Lists: Hot, CSV', 'CF_106: “CTO” becomes “CEO”']);
  });
});
