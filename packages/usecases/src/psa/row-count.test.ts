import { expect, it } from '@jest/globals';

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
