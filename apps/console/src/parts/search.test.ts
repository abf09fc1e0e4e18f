import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { parseSearch, stringifySearch } from './search.js';

describe('the filters of an address', () => {
  it('are read back as they were, whatever a person typed', () => {
    const filters = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: 'grapheme' }));
    fc.assert(
      fc.property(filters, (some) => {
        expect(Object.entries(parseSearch(stringifySearch(some)))).toEqual(Object.entries(some));
      }),
      { numRuns: 100 },
    );
  });

  it('stay texts, also where they look like something else', () => {
    expect(parseSearch('?q=007&active=true&from=null')).toEqual({ q: '007', active: 'true', from: 'null' });
  });

  it('are left out where they are empty or no text', () => {
    expect(stringifySearch({ q: '', page: 2, status: 'failed', from: undefined })).toBe('?status=failed');
    expect(stringifySearch({ q: '' })).toBe('');
  });
});
