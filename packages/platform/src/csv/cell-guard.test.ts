import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { guardCell, unguardCell } from './cell-guard.js';

describe('a cell that a spreadsheet would run as a formula', () => {
  it.each([
    '=1+1',
    '+49 30 123',
    '-5',
    '@SUM(A1)',
    '=HYPERLINK("http://x","y")',
    ' =1+1',
    '\t=1+1',
    '\r\n=1+1',
    '\u00a0=1+1',
    '\ufeff=1+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠a',
    "'=1+1",
    "' =1+1",
    " ''=1+1",
  ])('is made text by an apostrophe: %j', (text) => {
    expect(guardCell(text)).toBe(`'${text}`);
  });

  it.each(['', 'Ada', 'a=b', "O'Neill", "'s-Hertogenbosch", '1-2', '(555) 123', '*', "'", ' '])(
    'is not %j',
    (text) => {
      expect(guardCell(text)).toBe(text);
    },
  );
});

describe('the text of a guarded cell', () => {
  it.each([
    ["'=1+1", '=1+1'],
    ["''=1+1", "'=1+1"],
    ["' =1+1", ' =1+1'],
    ["'Ada", "'Ada"],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ['=1+1', '=1+1'],
  ])('of %j is %j', (cell, text) => {
    expect(unguardCell(cell)).toBe(text);
  });

  it('is the text that was guarded, whatever that was', () => {
    const signs = fc.constantFrom("'", ' ', '\t', '\n', '\r', '=', '+', '-', '@', '＝', 'a', '"', ',');
    fc.assert(
      fc.property(fc.string({ unit: signs }), (text) => {
        expect(unguardCell(guardCell(text))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});
