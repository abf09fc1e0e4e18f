import { type PsaCallContext, PsaRefusedError, PsaUnavailableError } from '@leadbridge/usecases';

import type { PsaCaller } from './psa-caller.js';
import type { PsaListing, PsaPaging } from './psa-dialect.js';
import type { PsaRequest } from './psa-requests.js';
import { type JsonRecord, readField, readText } from './read-json.js';
import { type Rows, readRows } from './read-rows.js';

export interface RowPage {
  /** The rows that were on no page before. */
  readonly rows: readonly JsonRecord[];
  /** How many rows the page held, those that were on earlier pages included. */
  readonly shown: number;
  readonly total: number | null;
  /** False once rows have changed their places by more than newcomers move them: some may be on no page that is read. */
  readonly isSteady: boolean;
}

/** A page below this is not taken for one that the PSA capped without saying so. */
const minCap = 10;
const capStep = 5;
/** How many rows each list was seen to hold on a page that others followed. */
const seenCaps = new WeakMap<PsaCaller, Map<string, number>>();
/** Pages in a row with nothing new, after which a PSA is taken to repeat itself. */
const patience = 3;
/** Of one list without an order: each brings most of what the ones before have missed. */
const maxReadings = 12;
const maxMarkLength = 200;

/**
 * Pages through a long list until a page is short; a count that the PSA gives is never what ends it. A PSA that ignores paging is read
 * once: it repeats its first page. One that caps its pages lower than asked is recognised by its count or by the page size it names;
 * where it says neither, one more page is read, whatever the first one holds. Always answers a first page.
 *
 * @throws PsaRefusedError, PsaUnavailableError, PsaBudgetError
 */
export function readPages(
  caller: PsaCaller,
  paging: PsaPaging,
  listing: PsaListing,
  context: PsaCallContext,
): AsyncGenerator<RowPage> {
  return pagesOf(caller, paging, listing, { context, isLong: true });
}

async function* pagesOf(
  caller: PsaCaller,
  paging: PsaPaging,
  listing: PsaListing,
  { context, isLong }: { readonly context: PsaCallContext; readonly isLong: boolean },
): AsyncGenerator<RowPage> {
  const { pageSize } = paging;
  const seen = new Set<string>();
  let fullPage = pageSize;
  let previous: readonly string[] = [];
  let isSteady = true;
  let stale = 0;
  let json: unknown = null;
  for (let page = 1; ; page += 1) {
    const request = paging.request(listing, page, json);
    if (request === null) {
      return;
    }
    const answer = await readPage(caller, request, listing.key, context);
    ({ json } = answer);
    const names = answer.rows.map(nameOf);
    const fresh = answer.rows.filter((_row, index) => !seen.has(names[index] ?? ''));
    isSteady &&= followsOn(names, previous, seen);
    for (const name of names) {
      seen.add(name);
    }
    const isRepeated = names.join() === previous.join();
    if (page === 1 || !isRepeated) {
      yield { rows: fresh, shown: names.length, total: answer.total, isSteady };
    }
    if (page === 1) {
      const mayBeCapped = isLong || names.length === capsOf(caller).get(listing.key);
      fullPage = Math.min(pageSize, pageSizeOf(answer, pageSize, mayBeCapped));
    } else if (page === 2 && fresh.length > 0) {
      capsOf(caller).set(listing.key, previous.length);
    }
    stale = fresh.length > 0 ? 0 : stale + 1;
    if (listing.isPaged === false || answer.rows.length < fullPage || isRepeated || stale >= patience) {
      return;
    }
    previous = names;
  }
}

/**
 * All rows of a list, most often a few that a search has found: a few rows are taken for all, unless a longer list has shown that this PSA caps
 * its pages there. Where rows change their places from page to page, some are on no page of a reading: its pages together tell how
 * many there are, and it is read again until all of them were seen.
 */
export async function readAll(
  caller: PsaCaller,
  paging: PsaPaging,
  listing: PsaListing,
  context: PsaCallContext,
): Promise<readonly JsonRecord[]> {
  const rows = new Map<string, JsonRecord>();
  for (let reading = 1; ; reading += 1) {
    const pages: RowPage[] = [];
    for await (const page of pagesOf(caller, paging, listing, { context, isLong: false })) {
      page.rows.forEach((row) => rows.set(nameOf(row), row));
      pages.push(page);
    }
    const shown = pages.reduce((sum, page) => sum + page.shown, 0);
    if (repeatsItself(pages) || rows.size >= shown || reading === maxReadings) {
      return [...rows.values()];
    }
  }
}

/** A PSA that ignores paging, and has no order: every page is the whole list. */
function repeatsItself([first, ...others]: readonly RowPage[]): boolean {
  return others.every((page) => page.rows.length === 0 && page.shown === first?.shown);
}

/** One page. @throws PsaRefusedError, PsaUnavailableError, PsaBudgetError */
export async function readPage(
  caller: PsaCaller,
  request: PsaRequest,
  key: string,
  context: PsaCallContext,
): Promise<Rows & { readonly json: unknown }> {
  const answer = await caller.read(request, context);
  if (answer.kind !== 'answered') {
    throw new PsaRefusedError(answer.message, answer.status);
  }
  const rows = readRows(answer.json, key);
  if (rows === null) {
    throw new PsaUnavailableError(`The PSA answered ${request.pattern} with something that is not a list`);
  }
  return { ...rows, json: answer.json };
}

/**
 * Whether a page goes on where the one before it ended. Newcomers push rows onto a later page, where they stand first and in their order;
 * a PSA that ignores paging shows the same rows again. Rows that were seen before and stand anywhere else show that there is no order.
 */
function followsOn(
  names: readonly string[],
  previous: readonly string[],
  seen: ReadonlySet<string>,
): boolean {
  const firstFresh = names.findIndex((name) => !seen.has(name));
  const repeated = firstFresh < 0 ? names : names.slice(0, firstFresh);
  const isSamePage = firstFresh < 0 && names.length === previous.length;
  return (
    isSamePage ||
    (repeated.join() === previous.slice(previous.length - repeated.length).join() &&
      !names.slice(repeated.length).some((name) => seen.has(name)))
  );
}

/**
 * How many rows a page of this PSA holds when there are more, as its first page shows. A count of no more than the rows themselves may be
 * that of the page, and says nothing.
 */
function pageSizeOf({ rows, total, pageSize: named }: Rows, pageSize: number, mayBeCapped: boolean): number {
  const { length } = rows;
  const isEven = length >= minCap && length % capStep === 0;
  const saysNothing = total === null && named === null;
  const looksCapped =
    total === null || total <= length ? isEven || (saysNothing && mayBeCapped) : total > length;
  const expected = named !== null && named > 0 ? named : pageSize;
  return looksCapped && length > 0 ? Math.min(length, expected) : expected;
}

function capsOf(caller: PsaCaller): Map<string, number> {
  const caps = seenCaps.get(caller) ?? new Map<string, number>();
  seenCaps.set(caller, caps);
  return caps;
}

/** What tells a page from others. */
export function markOf(rows: readonly JsonRecord[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  return first === undefined || last === undefined
    ? ''
    : `${nameOf(first)}-${nameOf(last)}:${rows.length}`.slice(0, maxMarkLength);
}

/** What tells rows apart: their identifier, else all that they hold. */
function nameOf(row: JsonRecord): string {
  return readText(readField(row, 'id', 'ticket_id')) ?? JSON.stringify(row);
}
