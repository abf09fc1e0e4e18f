import { countOf } from '@leadbridge/domain';
import { type PsaCallContext, PsaRefusedError, PsaUnavailableError } from '@leadbridge/usecases';

import { readErrorOf } from './error-text.js';
import type { PsaCaller } from './psa-caller.js';
import type { PsaListing, PsaPaging } from './psa-dialect.js';
import type { PsaRequest } from './psa-requests.js';
import { type JsonRecord, isJsonRecord, readField, readText } from './read-json.js';
import { type Rows, readRows } from './read-rows.js';

export interface RowPage {
  /** The rows that were not on an earlier page. */
  readonly rows: readonly JsonRecord[];
  /** How many rows the page had, including those of earlier pages. */
  readonly shown: number;
  readonly total: number | null;
  /** False once rows have moved further than new rows explain: some may be on no page that is read. */
  readonly isSteady: boolean;
}

/** A smaller page does not count as capped by the PSA, unless a list has shown that it is. */
const minCap = 6;
/** From this size on, a page of a PSA that counts nothing may also hide rows. */
const minLong = 10;
const capStep = 5;

interface SeenPages {
  /** The most rows on one page. */
  readonly largest: number;
  /** Whether such a page was followed by others. */
  readonly isCapped: boolean;
}

const noPages: SeenPages = { largest: 0, isCapped: false };
/** The pages of each list, by its key. */
const seenPages = new WeakMap<PsaCaller, Map<string, SeenPages>>();
/** The number of consecutive pages without anything new after which a PSA is assumed to repeat itself. */
const patience = 3;
/** For one list without an order: each reading finds most of what the previous ones missed. */
const maxReadings = 12;
const maxMarkLength = 200;

/**
 * Pages through a long list until a page is short; the PSA's total never ends it. If the PSA counts nothing, a
 * page may be short because it hides rows, so that only an empty one ends the list. A PSA that ignores paging
 * is read once, because it repeats its first page. A PSA that caps its pages below the requested size is
 * detected by its total; if it returns none, one more page is read, however many rows the first one has, until a page
 * as long as requested has shown that the page size it names is true. Always returns a first page.
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
  let isCounted = false;
  let stale = 0;
  let json: unknown = null;
  for (let page = 1; ; page += 1) {
    const request = paging.request(listing, page, json);
    if (request === null) {
      return;
    }
    const response = await readPage(caller, request, listing.key, context);
    ({ json } = response);
    const names = response.rows.map(nameOf);
    const fresh = response.rows.filter((_row, index) => {
      const name = names[index] ?? '';
      return !seen.has(name) && names.indexOf(name) === index;
    });
    isSteady &&= followsOn(names, previous, seen);
    for (const name of names) {
      seen.add(name);
    }
    const isRepeated = names.join() === previous.join();
    if (page === 1 || !isRepeated) {
      yield { rows: fresh, shown: names.length, total: response.total, isSteady };
    }
    const pages = pagesSeen(caller, listing.key);
    if (page === 1) {
      fullPage = Math.min(pageSize, pageSizeOf(response, pageSize, isLong, pages.seen));
    }
    const isCapped = page === 2 && fresh.length > 0;
    pages.add(isCapped ? previous.length : names.length, isCapped);
    stale = fresh.length > 0 ? 0 : stale + 1;
    isCounted ||= countOf({ total: response.total, rowCount: names.length }) !== null;
    const isLast = names.length < fullPage && (!isLong || page === 1 || isCounted || names.length === 0);
    if (listing.isPaged === false || isLast || isRepeated || stale >= patience) {
      return;
    }
    previous = names;
  }
}

/**
 * All rows of a list, usually a few results of a search: a few rows count as complete, unless a longer list
 * has shown that this PSA caps its pages there. If rows change places between pages, a reading misses some:
 * all pages together show how many rows there are, and the list is read again until all of them were seen.
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

/** A PSA that ignores paging and has no order: every page is the whole list. */
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
  const response = await caller.read(request, context, (json) => rowsOf(json, key) !== null);
  if (response.kind !== 'succeeded') {
    throw new PsaRefusedError(response.message, response.status);
  }
  const rows = rowsOf(response.json, key);
  if (rows === null) {
    throw new PsaUnavailableError(
      `The PSA responded to ${request.pattern} with something that is not a list`,
    );
  }
  return { ...rows, json: response.json };
}

/** The rows of a list. An error in their place, or rows of which none is identified, must not be taken for none. */
function rowsOf(json: unknown, key: string): Rows | null {
  const found = readRows(json, key);
  const isIdentified = (row: JsonRecord): boolean =>
    readField(row, 'id', 'ticket_id', 'opportunity_id', 'entity_id', 'ticket') !== undefined;
  const isWhole =
    found?.rows.length === 0
      ? !isJsonRecord(json) || readErrorOf(json) === null
      : found?.rows.some(isIdentified);
  return isWhole === true ? found : null;
}

/**
 * Whether a page continues where the previous one ended. New rows push others onto a later page, where these
 * come first and in order; a PSA that ignores paging returns the same rows again. Known rows anywhere else
 * show that there is no order.
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

/** The full page size of this PSA, from its first page. */
function pageSizeOf(
  { rows: { length }, total, pageSize: named }: Rows,
  pageSize: number,
  isLong: boolean,
  { largest, isCapped }: SeenPages,
): number {
  const expected = named !== null && named > 0 ? named : pageSize;
  if (length === 0) {
    return expected;
  }
  if (total === null || total < length) {
    const isTrue = named !== null && largest >= pageSize;
    const isRecord = length >= largest && (length >= minCap || isCapped);
    return !isTrue && (isLong || length >= minLong || isRecord) ? Math.min(length, expected) : expected;
  }
  const isEven = length >= minLong && length % capStep === 0;
  return total > length || isEven ? Math.min(length, expected) : expected;
}

function pagesSeen(caller: PsaCaller, key: string) {
  const lists = seenPages.get(caller) ?? new Map<string, SeenPages>();
  seenPages.set(caller, lists);
  const seen = lists.get(key) ?? noPages;
  return {
    seen,
    add(rows: number, isCapped: boolean): void {
      if (rows > seen.largest || (rows === seen.largest && isCapped)) {
        lists.set(key, { largest: rows, isCapped });
      }
    },
  };
}

export function markOf(rows: readonly JsonRecord[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  return first === undefined || last === undefined
    ? ''
    : `${nameOf(first)}-${nameOf(last)}:${rows.length}`.slice(0, maxMarkLength);
}

/** Identifies a row: by its identifier, else by its whole content. */
function nameOf(row: JsonRecord): string {
  return readText(readField(row, 'id', 'ticket_id')) ?? JSON.stringify(row);
}
