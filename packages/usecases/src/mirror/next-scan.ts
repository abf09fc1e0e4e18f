import { countOf } from '@leadbridge/domain';

import type { ListOrder, MirrorScan } from '../ports/psa-mirror.js';
import { combinedOrder, goesOn, orderOfIds } from './list-order.js';
import { shortfallOf } from './shortfall.js';

/**
 * Consecutive pages without anything new, beyond those caused by new entities, after which a PSA is assumed
 * to repeat itself.
 */
const patience = 2;

/** A page of a scan, as read. */
export interface ScannedPage {
  readonly ids: readonly number[];
  /** How many of the ids were not yet observed in this round. */
  readonly fresh: number;
  readonly rowCount: number;
  readonly total: number | null;
  readonly mark: string;
  /** How many entities are known to have been added to the PSA since the scan began. */
  readonly newcomers: number;
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
    isSteady: true,
    hasDomains: true,
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
