import { countOf } from '@leadbridge/domain';

import { shortfallOf } from '../mirror/shortfall.js';
import type { PsaPage } from '../ports/psa.js';

/** Compares the rows of a list's pages with what the PSA counts on them. */
export function createRowCount() {
  let rows = 0;
  let counted: number | null = null;
  let countedLast: number | null = null;
  let left = 0;
  let lowestId = Infinity;
  let isNewestFirst = true;
  return {
    get rows() {
      return rows;
    },
    /** What the first page with a count says; null if none has one. */
    get counted() {
      return counted;
    },
    /** How many entities the PSA counted but did not list, or may not have listed because others left meanwhile. */
    get missing() {
      // In any other order, what was added meanwhile is among the rows, and must not stand in for one that was skipped.
      return isNewestFirst
        ? shortfallOf(counted, rows)
        : Math.max(left, shortfallOf(Math.max(counted ?? 0, countedLast ?? 0), rows));
    },
    /** Takes the next page in the order of reading; each of its items must have come once. */
    add({ rowCount, total }: Pick<PsaPage<unknown>, 'rowCount' | 'total'>, ids: readonly number[]): void {
      for (const id of ids) {
        isNewestFirst &&= id < lowestId;
        lowestId = Math.min(lowestId, id);
      }
      rows += rowCount;
      counted ??= total;
      left += Math.max(0, (countedLast ?? 0) - (countOf({ total, rowCount }) ?? Infinity));
      // What is counted behind the last row was added since that was read.
      countedLast = rowCount > 0 ? total : countedLast;
    },
  };
}
