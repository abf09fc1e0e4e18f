import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { findList, listKey } from './list-key.js';

describe('names of lists', () => {
  it.each([
    ['Do Not Contact', ' do not  contact '],
    ['Źródło: CSV', 'z\u0301ro\u0301dło: csv'],
    ['Cold', 'COLD'],
  ])('are the same: %s', (one, other) => {
    expect(listKey(one)).toBe(listKey(other));
  });

  it.each([
    ['Source: CSV', 'Source CSV'],
    ['Список А', 'Список Б'],
    ['Cold', 'Cold 2'],
  ])('are not the same: %s and %s', (one, other) => {
    expect(listKey(one)).not.toBe(listKey(other));
  });
});

describe('the list that a name means', () => {
  const cased = fc
    .array(fc.boolean(), { minLength: 4, maxLength: 4 })
    .map((upper) =>
      [...'cold'].map((letter, index) => (upper[index] === true ? letter.toUpperCase() : letter)).join(''),
    );
  const lists = fc
    .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 99 }), name: cased }), {
      minLength: 1,
      maxLength: 6,
      selector: ({ id }) => id,
    })
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

  it('is the exact one, else the oldest in any case, in whatever order', () => {
    fc.assert(
      fc.property(lists, cased, (all, name) => {
        const exact = all.filter((list) => list.name === name);
        const oldest = Math.min(...(exact.length > 0 ? exact : all).map(({ id }) => id));
        expect(findList(all, name)?.id).toBe(oldest);
        expect(findList(all.toReversed(), ` ${name} `)).toEqual(findList(all, name));
        expect(findList(all, `${name}s`)).toBeNull();
      }),
    );
  });
});
