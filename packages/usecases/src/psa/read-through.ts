import type { PsaPage } from '../ports/psa.js';

/** Beyond this many entities a cache is not read through: it would cost more memory and requests than it saves. */
const maxCachedEntries = 50_000;

/** How entities of one kind are read from the PSA and told apart. */
export interface PsaCacheSource<Session, T> {
  pages(session: Session): AsyncIterable<PsaPage<T>>;
  /** @param notBefore Unix milliseconds: what completes the items must have been read then or later */
  search(
    session: Session,
    wanted: { readonly key: string; readonly term: string },
    notBefore: number,
  ): Promise<readonly T[]>;
  id(item: T): number;
  /** Every key that the item answers to. */
  keys(item: T): readonly string[];
}

export interface Snapshot<T> {
  /** When the reading began, by our clock: everything that the PSA held then is in it. */
  readonly readAt: number;
  readonly byKey: Map<string, Map<number, T>>;
}

export interface Reading<T> {
  readonly snapshot: Snapshot<T>;
  readonly isSteady: boolean;
  /** How many the PSA counted and did not show. */
  readonly missing: number;
}

export function addItem<Session, T>(
  source: PsaCacheSource<Session, T>,
  { byKey }: Snapshot<T>,
  item: T,
): void {
  for (const key of source.keys(item)) {
    const items = byKey.get(key) ?? new Map<number, T>();
    items.set(source.id(item), item);
    byKey.set(key, items);
  }
}

/**
 * Reads all pages; null where it turned back, as `searches` single searches are cheaper.
 *
 * @param startedAt Unix milliseconds
 * @param expectPages is told how many pages there are, as far as the pages read so far tell
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
  const snapshot: Snapshot<T> = { readAt: startedAt, byKey: new Map() };
  let counted: number | null = null;
  let rows = 0;
  let pages = 0;
  let isSteady = true;
  for await (const page of source.pages(session)) {
    for (const item of page.items) {
      addItem(source, snapshot, item);
    }
    pages += 1;
    rows += page.rowCount;
    counted ??= page.total;
    ({ isSteady } = page);
    const expected = Math.max(rows, counted ?? 0);
    const inAll = expected > maxCachedEntries ? Infinity : Math.ceil((expected / Math.max(1, rows)) * pages);
    expectPages(inAll);
    // Without a count that may be right, as many pages again may come.
    const left = counted === null || counted < rows ? pages : inAll - pages;
    if (left > searches) {
      return null;
    }
  }
  expectPages(pages);
  return { snapshot, isSteady, missing: Math.max(0, (counted ?? 0) - rows) };
}
