import { describe, expect, it } from '@jest/globals';

import { samplesOf } from './samples.js';

describe('the samples of a column', () => {
  it('are its first three values that differ and are not empty', () => {
    const rows = ['a', '', 'a', ' b ', null, 'c', 'd'].map((cell, index) => ({
      row: index + 2,
      cells: [cell],
    }));
    expect(samplesOf({ columns: ['x'], rows })).toEqual([['a', 'b', 'c']]);
  });

  it('are cut where they are long, and JSON where they are no text', () => {
    const rows = ['x'.repeat(100), { city: 'Ulm' }].map((cell, index) => ({ row: index + 1, cells: [cell] }));
    expect(samplesOf({ columns: ['x', 'y'], rows })).toEqual([[`${'x'.repeat(60)}…`, '{"city":"Ulm"}'], []]);
  });
});
