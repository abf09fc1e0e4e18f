import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { defaultDialect } from '../switches.js';
import { seededRandom } from '../faults/seeded-random.js';
import { requestOf } from '../testing/request-of.js';
import { listBody, pageOf, readPage } from './page-of.js';

const random = (): number => 0.5;

describe('readPage', () => {
  it.each([
    ['', { number: 1, size: 100 }],
    ['page_no=3&page_size=10', { number: 1, size: 100 }],
    ['pageinate=false&page_no=3', { number: 1, size: 100 }],
    ['pageinate=true', { number: 1, size: 50 }],
    ['pageinate=true&page_no=3&page_size=10', { number: 3, size: 10 }],
    ['pageinate=true&page_no=0&page_size=0', { number: 1, size: 1 }],
    ['pageinate=true&page_size=100', { number: 1, size: 100 }],
    ['pageinate=true&page_size=101', { number: 1, size: 100 }],
    ['pageinate=true&page_no=-2&page_size=many', { number: 1, size: 50 }],
  ])('reads %j', (query, expected) => {
    expect(readPage(requestOf(query), defaultDialect)).toEqual(expected);
  });

  it('returns everything where the PSA ignores paging', () => {
    const page = readPage(requestOf('pageinate=true&page_no=2&page_size=1'), {
      ...defaultDialect,
      paging: 'ignored',
    });
    expect(pageOf([1, 2, 3], page, 'oldest_first', random)).toEqual([1, 2, 3]);
    expect(pageOf([1, 2, 3], page, 'newest_first', random)).toEqual([3, 2, 1]);
    expect(listBody('tickets', [1, 2, 3], 3, page, defaultDialect)).toMatchObject({ page_size: 3 });
  });
});

describe('pageOf', () => {
  it.each([
    [1, 'oldest_first', [1, 2]],
    [3, 'oldest_first', [5]],
    [4, 'oldest_first', []],
    [1, 'newest_first', [5, 4]],
    [3, 'newest_first', [1]],
    [4, 'newest_first', []],
  ] as const)('cuts page %i with the order %s', (number, order, expected) => {
    expect(pageOf([1, 2, 3, 4, 5], { number, size: 2 }, order, random)).toEqual(expected);
  });

  it('keeps the place of the present rows to each other when a row arrives in an arbitrary order', () => {
    const page = { number: 1, size: 100 };
    const before = pageOf([1, 2, 3, 4, 5, 6, 7], page, 'arbitrary', random);
    const after = pageOf([1, 2, 3, 4, 5, 6, 7, 8], page, 'arbitrary', random);
    expect(before).not.toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(after.filter((id) => id !== 8)).toEqual(before);
  });

  it('shows every row once on the pages of a list that does not change', () => {
    fc.assert(
      fc.property(
        fc.nat(40),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('oldest_first', 'newest_first', 'arbitrary', 'none'),
        (rows, size, order) => {
          const ids = Array.from({ length: rows }, (_, index) => index + 1);
          const shown = Array.from({ length: Math.ceil(rows / size) }, (_, index) =>
            // The same seed for each page: even a list without an order is one list then.
            pageOf(ids, { number: index + 1, size }, order, seededRandom(3)),
          ).flat();
          expect(shown.toSorted((one, other) => one - other)).toEqual(ids);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('listBody', () => {
  const page = { number: 2, size: 2 };

  it.each([
    ['all', 9],
    ['page', 1],
    ['hidden_too', 10],
  ] as const)('counts %s', (countedRows, expected) => {
    expect(listBody('tickets', ['row'], 9, page, { ...defaultDialect, countedRows })).toEqual({
      page_no: 2,
      page_size: 2,
      record_count: expected,
      tickets: ['row'],
    });
  });

  it('leaves the count out where the PSA tells none', () => {
    expect(listBody('tickets', [], 0, page, { ...defaultDialect, recordCount: false })).toEqual({
      page_no: 2,
      page_size: 2,
      tickets: [],
    });
  });

  it('returns the bare rows', () => {
    expect(listBody('tickets', ['row'], 9, page, { ...defaultDialect, lists: 'bare' })).toEqual(['row']);
  });
});
