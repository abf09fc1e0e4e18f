import { describe, expect, it } from '@jest/globals';
import { corpus, knownGaps, wrongFields } from './corpus.js';

const exports = corpus();
const gaps = knownGaps();

describe('rows of made-up people as exports and people write them', () => {
  it('are 300, of ten exports, in at least twelve languages', () => {
    const rows = exports.flatMap((each) => each.rows);
    expect([exports.length, rows.length]).toEqual([10, 300]);
    expect(new Set(rows.map(({ language }) => language)).size).toBeGreaterThanOrEqual(12);
    for (const { rows: own } of exports) {
      expect(own.map(({ row }) => row)).toEqual(own.map((_, index) => index + 1));
    }
  });

  // A gap that is closed has to leave the list, so the list only becomes shorter.
  it.each(exports.map(({ name }) => name))(
    'of %s are read right, except for exactly the known gaps',
    (name) => {
      const [found] = exports.filter((each) => each.name === name);
      const wrong = (found?.rows ?? []).flatMap((row) => {
        const fields = wrongFields(row, found?.defaultCountry ?? '');
        return fields.length === 0 ? [] : [[String(row.row), fields] as const];
      });
      expect(Object.fromEntries(wrong)).toEqual(gaps[name] ?? {});
    },
  );

  it('have gaps only in exports that exist', () => {
    const names = exports.map(({ name }) => name);
    expect(Object.keys(gaps).filter((name) => !names.includes(name))).toEqual([]);
  });
});
