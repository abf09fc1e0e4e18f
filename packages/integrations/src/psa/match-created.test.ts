import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { matchCreated } from './match-created.js';

describe('rows of what was created', () => {
  it.each<[string, object, Readonly<Record<string, unknown>>, boolean]>([
    ['equal text', { name: 'Acme' }, { id: 1, name: 'Acme' }, true],
    ['text in another case', { name: 'ACME' }, { id: 1, name: 'acme' }, true],
    ['a number that came back as text', { client_id: 7 }, { id: 1, client_id: '7' }, true],
    [
      'one field that differs beside one that is equal',
      { name: 'Acme', site: 2 },
      { name: 'Acme', site: 3 },
      false,
    ],
    [
      'a field that the row lacks beside one that is equal',
      { name: 'Acme', site: 2 },
      { name: 'Acme' },
      true,
    ],
    ['no field in common', { name: 'Acme' }, { id: 1 }, false],
    [
      'lists and objects alone, which are not compared',
      { list: [1], sub: {} },
      { list: [1], sub: {} },
      false,
    ],
  ])('are matched by their plain fields: %s', (_case, item, row, isMatched) => {
    expect(matchCreated([row], [item]).has(0)).toBe(isMatched);
  });

  it('are not matched if two rows fit one item, or two items one row', () => {
    const [one, two] = [
      { name: 'Acme', id: 1 },
      { name: 'Acme', id: 2 },
    ];
    expect(matchCreated([one, two], [{ name: 'Acme' }]).size).toBe(0);
    expect(matchCreated([one], [{ name: 'Acme' }, { name: 'acme' }]).size).toBe(0);
  });

  it('that are ambiguous do not keep others from being matched', () => {
    const rows = [{ name: 'Acme' }, { name: 'Acme' }, { name: 'Globex', id: 9 }];
    expect([...matchCreated(rows, [{ name: 'Acme' }, { name: 'Globex' }])]).toEqual([[1, rows[2]]]);
  });

  it('are found in any order if every item differs', () => {
    const items = fc.uniqueArray(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        items.chain((ids) => fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length }))),
        ([ids, shuffled]) => {
          const rows = shuffled.map((key) => ({ key, id: key + 1 }));
          const matched = matchCreated(
            rows,
            ids.map((key) => ({ key })),
          );
          expect([...matched.values()].map((row) => row['key'])).toEqual(ids);
        },
      ),
      { numRuns: 50 },
    );
  });
});
