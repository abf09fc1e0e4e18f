import { expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createRowCount } from './row-count.js';

interface Page {
  readonly ids: readonly number[];
  readonly total: number | null;
  /** As many as ids, if not given. */
  readonly rowCount?: number;
}

it.each<{ readonly says: string; readonly pages: readonly Page[]; readonly missing: number }>([
  { says: 'none without a count', pages: [{ ids: [1, 2], total: null }], missing: 0 },
  { says: 'those that are counted and not listed', pages: [{ ids: [1, 2], total: 5 }], missing: 3 },
  { says: 'none that are rows and no items', pages: [{ ids: [1, 2], rowCount: 5, total: 5 }], missing: 0 },
  {
    says: 'those that were skipped, also if as many were added at the end meanwhile',
    pages: [
      { ids: [1, 2, 3], total: 5 },
      { ids: [5, 6], total: 6 },
    ],
    missing: 1,
  },
  {
    says: 'those that were skipped in a list without order, also if as many were added meanwhile',
    pages: [
      { ids: [4, 1, 3], total: 5 },
      { ids: [6, 5], total: 6 },
    ],
    missing: 1,
  },
  {
    says: 'one that was skipped because another left, also if one was added at the end later',
    pages: [
      { ids: [1, 2], total: 5 },
      { ids: [4, 5], total: 4 },
      { ids: [6], total: 5 },
    ],
    missing: 1,
  },
  {
    says: 'none where each page counts its own rows',
    pages: [
      { ids: [1, 2], total: 2 },
      { ids: [3], total: 1 },
    ],
    missing: 0,
  },
  {
    says: 'none that were added in front, where the newest come first',
    pages: [
      { ids: [5, 4, 3], total: 5 },
      { ids: [2, 1], total: 9 },
    ],
    missing: 0,
  },
  {
    says: 'none that were added behind the last row',
    pages: [
      { ids: [1, 2, 3], total: 3 },
      { ids: [], total: 4 },
    ],
    missing: 0,
  },
])('misses $says', ({ pages, missing }) => {
  const count = createRowCount();
  for (const { ids, total, rowCount = ids.length } of pages) {
    count.add({ rowCount, total }, ids);
  }
  expect(count.missing).toBe(missing);
});

const change = fc.record({ isRemoval: fc.boolean(), index: fc.nat(30), added: fc.nat(3) });

it('misses none that stayed in a list with the oldest first, if between two pages some were added or one left', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 2, max: 7 }),
      fc.array(change, { maxLength: 15 }),
      (size, pageSize, changes) => {
        let ids = Array.from({ length: size }, (_, index) => index + 1);
        let newestId = size;
        let standing = ids;
        const pending = changes.values();
        const count = createRowCount();
        const read = new Set<number>();
        for (let from = 0; from === 0 || from < ids.length; from += pageSize) {
          const page = ids.slice(from, from + pageSize);
          count.add({ rowCount: page.length, total: ids.length }, page);
          page.forEach((id) => read.add(id));
          const { isRemoval = false, index = 0, added = 0 } = pending.next().value ?? {};
          ids = isRemoval
            ? ids.filter((_, at) => at !== index)
            : [...ids, ...Array.from({ length: added }, () => (newestId += 1))];
          standing = standing.filter((id) => ids.includes(id));
        }
        if (count.missing === 0) {
          expect(standing.filter((id) => !read.has(id))).toEqual([]);
        }
      },
    ),
    { numRuns: 500 },
  ));
