import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { ownKeyOf } from './own-key.js';

describe('the key on a ticket', () => {
  it('fits into the field of any PSA, and is always the same', () => {
    expect(ownKeyOf('email:alex@example.com')).toMatch(/^lb:[0-9a-f]{32}$/u);
    expect(ownKeyOf('email:alex@example.com')).toBe(ownKeyOf('email:alex@example.com'));
  });

  it('differs for each person', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(ownKeyOf(one) === ownKeyOf(other)).toBe(one === other);
      }),
      { numRuns: 50 },
    );
  });
});
