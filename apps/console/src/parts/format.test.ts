import { describe, expect, it } from '@jest/globals';

import { formatDuration, formatTime, inWords } from './format.js';

describe('what people read', () => {
  it.each([
    [0, '0 s'],
    [999, '1 s'],
    [61_000, '1 min 1 s'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [90_000_000, '1 d 1 h'],
    [-5, '0 s'],
  ])('a duration of %d ms is %s', (milliseconds, expected) => {
    expect(formatDuration(milliseconds)).toBe(expected);
  });

  it('names are words, and what is no time is left as it is', () => {
    expect(inWords('bulk_import')).toBe('Bulk import');
    expect(inWords('psa.base_url')).toBe('PSA base URL');
    expect(formatTime('never')).toBe('never');
  });
});
