import type { PsaPage } from '../ports/psa.js';
import { createRowCount } from './row-count.js';

/** With more entities than this, reading pages would cost more memory and requests than it saves. */
const maxCachedEntries = 50_000;

/** How to read entities of one kind from the PSA, and to identify them. */
export interface PsaCacheSource<Session, T> {
  pages(session: Session): AsyncIterable<PsaPage<T>>;
  /** @param notBefore Unix milliseconds: data that completes the items must have been read then or later */
  search(
    session: Session,
    wanted: { readonly key: string; readonly term: string },
    notBefore: number,
  ): Promise<readonly T[]>;
  id(item: T): number;
  /** Every key that matches the item. */
  keys(item: T): readonly string[];
}

export interface Snapshot<T> {
  /** When the reading began, by our clock: it contains everything that the PSA contained then. */
  readonly readAt: number;
  readonly byKey: Map<string, Map<number, T>>;
  /** Whether it contains as many entities as the PSA counted. */
  readonly listsAll: boolean;
}

export interface Reading<T> {
  readonly snapshot: Snapshot<T>;
  readonly isSteady: boolean;
  /** How many entities the PSA counted but did not list. */
  readonly missing: number;
  readonly rows: number;
}

export function addItem<Session, T>(
  source: PsaCacheSource<Session, T>,
  { byKey }: Pick<Snapshot<T>, 'byKey'>,
  item: T,
): void {
  for (const key of source.keys(item)) {
    const items = byKey.get(key) ?? new Map<number, T>();
    items.set(source.id(item), item);
    byKey.set(key, items);
  }
}

/**
 * Reads all pages; null if it stopped early because `searches` single searches take fewer requests.
 *
 * @param startedAt Unix milliseconds
 * @param expectPages called with the expected number of pages, based on the pages read so far
 */
export async function readThrough<Session, T>(
  source: PsaCacheSource<Session, T>,
  session: Session,
  {
    startedAt,
    searches,
    expectPages,
  }: {
    readonly startedAt: number;
    readonly searches: number;
    readonly expectPages: (pages: number) => void;
  },
): Promise<Reading<T> | null> {
  const snapshot = { readAt: startedAt, byKey: new Map<string, Map<number, T>>() };
  const count = createRowCount();
  let pages = 0;
  let isSteady = true;
  for await (const page of source.pages(session)) {
    for (const item of page.items) {
      addItem(source, snapshot, item);
    }
    count.add(
      page,
      page.items.map((item) => source.id(item)),
    );
    pages += 1;
    ({ isSteady } = page);
    const { rows, counted } = count;
    const expected = Math.max(rows, counted ?? 0);
    const inAll = expected > maxCachedEntries ? Infinity : Math.ceil((expected / Math.max(1, rows)) * pages);
    expectPages(inAll);
    // Without a plausible count, as many pages again may follow.
    const left = counted === null || counted < rows ? pages : inAll - pages;
    if (left > searches) {
      return null;
    }
  }
  expectPages(pages);
  const { missing, rows } = count;
  return { snapshot: { ...snapshot, listsAll: missing === 0 }, isSteady, missing, rows };
}
