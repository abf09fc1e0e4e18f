import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { packOrigins, unpackOrigins } from './field-origins.js';

const origin = fc.record({
  source: fc.constantFrom('provider_a', 'provider_b', 'csv'),
  at: fc.constantFrom('2026-01-02T03:04:05.000Z', '2026-02-02T03:04:05.000Z'),
});

describe('the origins of fields', () => {
  it('are the same after they were stored', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), origin), (provenance) => {
        expect(unpackOrigins(packOrigins(provenance))).toEqual({ ...provenance });
      }),
    );
  });

  it('use one entry for all fields of one source and time', () => {
    const at = '2026-01-02T03:04:05.000Z';
    const other = '2026-02-02T03:04:05.000Z';
    expect(
      packOrigins({
        email: { source: 'csv', at },
        phone: { source: 'csv', at },
        title: { source: 'csv', at: other },
      }),
    ).toEqual([
      { source: 'csv', at, fields: ['email', 'phone'] },
      { source: 'csv', at: other, fields: ['title'] },
    ]);
  });
});
