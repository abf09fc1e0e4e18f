import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { dedupeKey } from './dedupe-key.js';
import {
  parseSuppressionKey,
  SUPPRESSION_KEY_KINDS,
  suppressionKeyOf,
  suppressionKeyText,
} from './suppression-key.js';
import { aLead } from './testing/leads.js';

describe('a suppression key', () => {
  it('is read back from its text, whatever its value contains', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SUPPRESSION_KEY_KINDS), fc.string({ minLength: 1 }), (kind, value) => {
        const key = { kind, value };
        expect(parseSuppressionKey(suppressionKeyText(key))).toEqual(key);
      }),
    );
  });

  it.each(['', 'email', 'email:', ':x', 'fax:1', 'emailx:1'])('is not read from %j', (text) => {
    expect(parseSuppressionKey(text)).toBeNull();
  });

  it('has the text of its deduplication key', () => {
    for (const lead of [
      aLead(),
      aLead({ email: null }),
      aLead({ email: null, firstName: null, lastName: null }),
    ]) {
      const key = dedupeKey(lead);
      expect(key === null ? null : suppressionKeyText(suppressionKeyOf(key))).toBe(key?.key);
    }
  });
});
