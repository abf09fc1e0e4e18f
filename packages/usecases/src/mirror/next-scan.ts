import { countOf } from '@leadbridge/domain';

import type { ListOrder, MirrorScan } from '../ports/psa-mirror.js';
import { combinedOrder, goesOn, orderOfIds } from './list-order.js';
import { shortfallOf } from './shortfall.js';

/** Pages without anything new, beyond those of new entities, until a PSA seems to repeat itself. */
const patience = 2;

export interface ScannedPage {
  readonly ids: readonly number[];
  /** How many of the ids were not yet observed in this round. */
  readonly fresh: number;
  readonly rowCount: number;
  readonly total: number | null;
  readonly mark: string;
  /** How many entities are known to have been added to the PSA since the scan began. */
  readonly newcomers: number;
  /** How many of the fresh ids are higher than any that the list ended with when the scan began. */
  readonly added: number;
}

export function beginScan(round: number, startedAt: number): MirrorScan {
  return {
    round,
    startedAt,
    nextPage: 1,
    firstPageRows: 0,
    firstMaxId: 0,
    maxId: 0,
    rows: 0,
    observed: 0,
    stalePages: 0,
    lastMark: '',
    lastId: null,
    order: null,
    counted: null,
    firstCounted: null,
    begunWith: null,
    added: 0,
    isSteady: true,
    hasDomains: true,
  };
}

/**
 * Where the oldest come first, an entity that leaves lets another skip to a page that was read already, and one that is added behind them
 * hides it from the count. Such a scan therefore looks at the last page behind its first, only for what the list ends with, and then begins
 * again.
 */
export function looksAtEnd({ nextPage, order, counted, firstPageRows, begunWith }: MirrorScan): boolean {
  const isBehindFirst = nextPage === 2 && order === 'oldest_first';
  return isBehindFirst && begunWith === null && counted !== null && counted > firstPageRows;
}

export function pageToRead(scan: MirrorScan): number {
  return looksAtEnd(scan) ? Math.ceil((scan.counted ?? 0) / Math.max(1, scan.firstPageRows)) : scan.nextPage;
}

/** The scan after its look at the end, of which nothing else is taken. */
export function afterEnd(
  scan: MirrorScan,
  page: Pick<ScannedPage, 'ids' | 'rowCount' | 'total'>,
): MirrorScan {
  const { ids, rowCount } = page;
  const counted = countOf(page);
  const isEnd = rowCount > 0 && (pageToRead(scan) - 1) * scan.firstPageRows + rowCount === counted;
  // A list that has changed ends on another page. One that does not end where it counts, again and again, tells nothing.
  const isElsewhere = counted !== null && counted !== scan.counted && scan.stalePages < patience;
  const unknown = isElsewhere ? null : { newestId: 0, counted: 0 };
  const begunWith = isEnd ? { newestId: Math.max(0, ...ids), counted } : unknown;
  return {
    ...scan,
    nextPage: begunWith === null ? scan.nextPage : 1,
    stalePages: begunWith === null ? scan.stalePages + 1 : 0,
    counted: counted ?? scan.counted,
    begunWith,
  };
}

/** The scan after a page, and whether that page was the last. */
export function nextScan(
  scan: MirrorScan,
  page: ScannedPage,
): { readonly scan: MirrorScan; readonly isOver: boolean } {
  const { ids, fresh, rowCount } = page;
  const isFirst = scan.nextPage === 1;
  const firstPageRows = isFirst ? rowCount : scan.firstPageRows;
  const isStale = ids.length === 0 ? page.mark === scan.lastMark : fresh === 0;
  const stalePages = isStale ? scan.stalePages + 1 : 0;
  const counted = countOf(page);
  // Where the newest come first, a scan has seen few of those that the PSA counts.
  const growth = counted === null ? 0 : counted - (scan.firstCounted ?? counted);
  const isOver =
    rowCount === 0 ||
    // Without a count, a page may be short because it hides rows.
    (!isFirst && rowCount < firstPageRows && counted !== null) ||
    stalePages > patience + Math.ceil(Math.max(page.newcomers, growth) / Math.max(1, firstPageRows));
  return {
    isOver,
    scan: {
      ...scan,
      nextPage: scan.nextPage + 1,
      firstPageRows,
      firstMaxId: isFirst ? Math.max(0, ...ids) : scan.firstMaxId,
      maxId: Math.max(scan.maxId, ...ids),
      rows: scan.rows + (isStale ? 0 : fresh + rowCount - ids.length),
      observed: scan.observed + fresh,
      stalePages,
      lastMark: page.mark,
      lastId: lastIdOf(scan, ids),
      order: isStale ? scan.order : orderBehind(scan, ids),
      // What is counted behind the last row was added since that was read.
      counted: rowCount === 0 ? scan.counted : (counted ?? scan.counted),
      // Also if the first page counts only its own rows: a list of one page had no more then, and may have grown since.
      firstCounted: scan.firstCounted ?? (isFirst && page.total === rowCount ? rowCount : counted),
      added: (scan.added ?? 0) + page.added,
      isSteady: scan.isSteady && !(counted !== null && scan.counted !== null && counted < scan.counted),
    },
  };
}

/**
 * How many more entities the PSA counted than the scan found. Those deleted since it began are not missing. Those created since are
 * among the rows where the oldest come first, and must not stand in for others there; elsewhere they need not be.
 */
export function missingOf({ counted, firstCounted, rows, order }: MirrorScan): number {
  const last = counted ?? 0;
  return shortfallOf(order === 'oldest_first' ? last : Math.min(last, firstCounted ?? last), rows);
}

/** Whether entities have left the list while it was read, so that others may have moved onto a page that was already read. */
export function hasLost({ isSteady, order, begunWith, added = 0, counted }: MirrorScan): boolean {
  const since = (begunWith?.counted ?? 0) + added;
  return !isSteady || (order === 'oldest_first' && since > (counted ?? since));
}

function orderBehind({ order, lastId }: MirrorScan, ids: readonly number[]): ListOrder | null {
  const ofPage = combinedOrder(order, orderOfIds(ids));
  return goesOn(ofPage, lastId, ids) ? ofPage : 'unknown';
}

function lastIdOf({ order, lastId }: MirrorScan, ids: readonly number[]): number | null {
  if (ids.length === 0) {
    return lastId;
  }
  return (order ?? orderOfIds(ids)) === 'oldest_first'
    ? Math.max(lastId ?? 0, ...ids)
    : Math.min(lastId ?? Number.MAX_SAFE_INTEGER, ...ids);
}
