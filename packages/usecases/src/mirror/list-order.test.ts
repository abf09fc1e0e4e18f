import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ListOrder } from '../ports/psa-mirror.js';
import { combinedOrder, goesOn, orderOfIds } from './list-order.js';

describe('the order of a page', () => {
  it.each<[readonly number[], ListOrder | null]>([
    [[], null],
    [[7], null],
    [[9, 8, 3], 'newest_first'],
    [[3, 8, 9], 'oldest_first'],
    [[3, 9, 8], 'unknown'],
    [[9, 9, 8], 'unknown'],
  ])('%j: %s', (ids, order) => {
    expect(orderOfIds(ids)).toBe(order);
  });

  it('is detected however many of its rows are hidden', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(1_000), { minLength: 2 }), fc.func(fc.boolean()), (ids, isShown) => {
        const ascending = ids.toSorted((one, other) => one - other);
        const shown = ascending.filter((id) => isShown(id));
        expect([null, 'oldest_first']).toContain(orderOfIds(shown));
        expect([null, 'newest_first']).toContain(orderOfIds(shown.toReversed()));
      }),
    );
  });
});

it.each<[ListOrder | null, ListOrder | null, ListOrder | null]>([
  [null, null, null],
  [null, 'newest_first', 'newest_first'],
  ['oldest_first', null, 'oldest_first'],
  ['oldest_first', 'oldest_first', 'oldest_first'],
  ['oldest_first', 'newest_first', 'unknown'],
  ['unknown', 'newest_first', 'unknown'],
])('pages of the orders %s and %s together have the order %s', (one, other, both) => {
  expect(combinedOrder(one, other)).toBe(both);
});

describe('a page after another', () => {
  it.each<[string, ListOrder | null, number | null, readonly number[], boolean]>([
    ['continues below the lowest id, newest first', 'newest_first', 50, [49, 48], true],
    ['continues if new entities have pushed rows onto it', 'newest_first', 50, [52, 51, 50, 49], true],
    ['does not continue if it repeats earlier rows, newest first', 'newest_first', 50, [52, 51, 50], false],
    ['continues above the highest id, oldest first', 'oldest_first', 50, [50, 51], true],
    ['does not continue if it repeats earlier rows, oldest first', 'oldest_first', 50, [48, 49, 50], false],
    ['continues if it is empty', 'newest_first', 50, [], true],
    ['continues if it is the first', 'newest_first', null, [3, 2], true],
    ['continues if there is no order', 'unknown', 50, [50, 60], true],
  ])('%s', (_what, order, lastId, ids, isExpected) => {
    expect(goesOn(order, lastId, ids)).toBe(isExpected);
  });
});
