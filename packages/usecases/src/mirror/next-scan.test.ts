import { describe, expect, it } from '@jest/globals';

import type { MirrorScan } from '../ports/psa-mirror.js';
import {
  afterEnd,
  beginScan,
  hasLost,
  looksAtEnd,
  missingOf,
  nextScan,
  pageToRead,
  type ScannedPage,
} from './next-scan.js';

/** A page with these ids, all of them new by default. */
function pageOf(ids: readonly number[], given: Partial<ScannedPage> = {}): ScannedPage {
  return {
    ...{
      ids,
      fresh: ids.length,
      rowCount: ids.length,
      total: null,
      mark: ids.join(),
      newcomers: 0,
      added: 0,
    },
    ...given,
  };
}

function scanOf(...pages: readonly ScannedPage[]): ReturnType<typeof nextScan> {
  const begun: ReturnType<typeof nextScan> = { scan: beginScan(1, 1_000), isOver: false };
  return pages.reduce(
    ({ scan }, page) =>
      looksAtEnd(scan) ? { scan: afterEnd(scan, page), isOver: false } : nextScan(scan, page),
    begun,
  );
}

const full = pageOf([9, 8, 7]);
const second = pageOf([6, 5, 4]);
const repeated = { ...second, fresh: 0 };

describe('a scan ends', () => {
  it.each<[string, readonly ScannedPage[], boolean]>([
    ['not after a full page', [full], false],
    ['after an empty page', [full, pageOf([])], true],
    ['if the first page is empty', [pageOf([])], true],
    ['after a page with fewer rows than the first', [full, pageOf([6], { total: 4 })], true],
    ['not after such a page if the PSA does not count', [full, pageOf([6])], false],
    ['not after such a page if the PSA only counts its rows', [full, pageOf([6], { total: 1 })], false],
    ['not if rows of another type fill the page', [full, pageOf([6], { rowCount: 3 })], false],
    ['not after two repeated pages', [full, second, repeated, repeated], false],
    ['after three repeated pages', [full, second, repeated, repeated, repeated], true],
    [
      'not after three, if new entities may have pushed the rows onto them',
      [full, second, repeated, repeated, { ...repeated, newcomers: 3 }],
      false,
    ],
    [
      'not if something new came between repeated pages',
      [full, second, repeated, repeated, pageOf([3, 2, 1]), repeated],
      false,
    ],
  ])('%s', (_when, pages, isOver) => {
    expect(scanOf(...pages).isOver).toBe(isOver);
  });
});

describe('the result of a scan', () => {
  it('counts rows once, even if pages repeat them', () => {
    const { scan } = scanOf(full, second, repeated, pageOf([4, 3, 2], { fresh: 2 }));
    expect(scan).toMatchObject({ observed: 8, nextPage: 5, firstMaxId: 9, maxId: 9, firstPageRows: 3 });
  });

  it('counts rows of other types too, as the PSA does', () => {
    const { scan } = scanOf({ ...full, total: 7 }, pageOf([6], { rowCount: 3, total: 7 }), {
      ...pageOf([2]),
      total: 7,
    });
    expect([scan.observed, scan.rows, missingOf(scan)]).toEqual([5, 7, 0]);
  });

  it('misses entities that the PSA counts but does not list', () => {
    expect(missingOf(scanOf({ ...full, total: 8 }, { ...second, total: 8 }, pageOf([])).scan)).toBe(2);
  });

  it('misses none of those that were added behind the only page', () => {
    expect(missingOf(scanOf({ ...full, total: 3 }, pageOf([], { total: 5 })).scan)).toBe(0);
  });

  it('misses what the PSA skipped, also if as many were added at the end of its list meanwhile', () => {
    const first = pageOf([1, 2, 3], { total: 5 });
    const { scan } = scanOf(
      ...[first, pageOf([5], { total: 5 }), { ...first, fresh: 0 }],
      ...[pageOf([5, 6], { total: 6 }), pageOf([], { total: 7 })],
    );
    expect(missingOf(scan)).toBe(1);
  });

  it('misses what only later pages count', () => {
    expect(missingOf(scanOf({ ...full, total: 0 }, { ...second, total: 9 }, pageOf([])).scan)).toBe(3);
  });

  it.each([null, 3, 0])('misses none if the PSA counts no more than the page: %s', (total) => {
    expect(missingOf(scanOf({ ...full, total }).scan)).toBe(0);
  });
});

describe('a scan is steady', () => {
  it.each<[string, readonly (number | null)[], boolean]>([
    ['while the PSA counts the same', [8, 8], true],
    ['while the PSA grows', [8, 9], true],
    ['if it returns no count', [null, null], true],
    ['if a page has no count', [8, null, 8], true],
    ['if a page counts only its own rows', [8, 2], true],
    ['not once entities have left the PSA', [8, 7], false],
    ['not if they have come back since', [8, 7, 9], false],
  ])('%s', (_when, totals, isSteady) => {
    const pages = totals.map((total, index) => pageOf([9 - 2 * index, 8 - 2 * index], { total }));
    expect(scanOf(...pages).scan.isSteady).toBe(isSteady);
  });
});

describe('the order of a scan', () => {
  it.each<[string, readonly ScannedPage[], MirrorScan['order']]>([
    ['newest first', [full, second], 'newest_first'],
    ['oldest first', [pageOf([1, 2, 3]), pageOf([4, 5, 6])], 'oldest_first'],
    [
      'newest first, with rows that newcomers have pushed',
      [full, pageOf([7, 6, 5], { fresh: 2 })],
      'newest_first',
    ],
    ['none, if a page has another one', [full, pageOf([4, 5, 6])], 'unknown'],
    ['none, if a page begins above the previous one', [full, pageOf([12, 11, 10])], 'unknown'],
    ['none, within a page', [pageOf([9, 7, 8])], 'unknown'],
    ['not told by one row', [pageOf([9])], null],
    ['not changed by a page that repeats itself', [full, second, { ...full, fresh: 0 }], 'newest_first'],
  ])('%s', (_which, pages, order) => {
    expect(scanOf(...pages).scan.order).toBe(order);
  });
});

describe('a scan of a list with the oldest first', () => {
  const first = pageOf([1, 2, 3], { total: 5 });
  const begun = [first, pageOf([4, 5], { total: 5 }), { ...first, fresh: 0 }];

  it('reads the end of the list, and then the first page again', () => {
    expect(pageToRead(scanOf(first).scan)).toBe(2);
    expect(pageToRead(scanOf(...begun.slice(0, 2)).scan)).toBe(1);
    expect(pageToRead(scanOf(...begun).scan)).toBe(2);
  });

  it('looks for the end elsewhere if the list has grown', () => {
    const { scan } = scanOf(first, pageOf([4, 5, 6], { total: 7 }));
    expect(pageToRead(scan)).toBe(3);
    expect(afterEnd(scan, pageOf([7], { total: 7 }))).toMatchObject({
      nextPage: 1,
      begunWith: { newestId: 7 },
    });
  });

  it('goes on without an end where the PSA shows none', () => {
    const { scan } = scanOf(first, pageOf([], { total: 5 }));
    expect([pageToRead(scan), hasLost(scan)]).toEqual([1, false]);
  });

  it('goes on without an end if the count is another each time', () => {
    const { scan } = scanOf(first, ...[9, 12, 20].map((total) => pageOf([4, 5, 6], { total })));
    expect([pageToRead(scan), scan.begunWith]).toEqual([1, { newestId: 0, counted: 0 }]);
  });

  it('has lost those in whose place others were added', () => {
    expect(hasLost(scanOf(...begun, pageOf([5, 6], { total: 5, added: 1 })).scan)).toBe(true);
  });

  it('has lost nobody if others were only added', () => {
    expect(hasLost(scanOf(...begun, pageOf([4, 5, 6], { total: 6, added: 1 })).scan)).toBe(false);
  });
});
