import pMap from 'p-map';

import { PsaBudgetError } from '../ports/psa-errors.js';
import type { PsaPage } from '../ports/psa.js';

/** Beyond this many entities a roster is not read through: it would cost more memory and requests than it saves. */
const largestRoster = 50_000;
const pageSize = 100;
/** Milliseconds; what a roster says is trusted no longer than this, however much work is left. */
const trustedFor = 60_000;
/**
 * A reading that the PSA's budget does not carry to its end within its trust is lost. After so many in a row, work goes on by searching,
 * which is dearer but leaves something done each time; after this time (milliseconds) reading is tried again.
 */
const vainReadings = 2;
const searchesInsteadFor = 600_000;
const concurrentSearches = 8;

/** How entities of one kind are read from the PSA and told apart. */
export interface RosterSource<Session, T> {
  pages(session: Session): AsyncIterable<PsaPage<T>>;
  search(session: Session, term: string): Promise<readonly T[]>;
  id(item: T): number;
  /** Every key that the item answers to. */
  keys(item: T): readonly string[];
}

export interface Wanted {
  readonly key: string;
  readonly term: string;
}

interface Snapshot<T> {
  /** When the reading began, by our clock: everything that the PSA held then is in it. */
  readonly readAt: number;
  readonly byKey: Map<string, Map<number, T>>;
}

/**
 * Who is known to the PSA. Answers "which entities have this key" either by a search each, or from one reading of all pages,
 * whichever costs fewer requests. A reading serves only work that was accepted before it began, so that its answer is as live as a search
 * at the moment the request arrived; and only for a minute.
 */
export interface Roster<Session, T> {
  /**
   * @param notBefore Unix milliseconds: what is answered must have been read then or later
   * @param upcoming how many more keys will be asked for soon
   */
  find(
    session: Session,
    wanted: readonly Wanted[],
    options: { notBefore: number; upcoming: number },
  ): Promise<ReadonlyMap<string, readonly T[]>>;
  /** Keeps the reading true about what this process wrote. */
  learn(item: T): void;
  /** When the answers of `find` were read: the reading's start, or null when they are searches of now. */
  readAt(notBefore: number): number | null;
}

export function createRoster<Session, T>(
  source: RosterSource<Session, T>,
  now: () => number,
): Roster<Session, T> {
  let snapshot: Snapshot<T> | null = null;
  let reading: Promise<void> | null = null;
  let lastTotal: number | null = null;
  let inVain = 0;
  let searchUntil = 0;

  function usable(notBefore: number): Snapshot<T> | null {
    if (snapshot !== null && now() - snapshot.readAt >= trustedFor) {
      // It may be large, and nobody is to be answered from it any more.
      snapshot = null;
    }
    return snapshot !== null && snapshot.readAt >= notBefore ? snapshot : null;
  }

  function add(into: Snapshot<T>, item: T): void {
    for (const key of source.keys(item)) {
      const items = into.byKey.get(key) ?? new Map<number, T>();
      items.set(source.id(item), item);
      into.byKey.set(key, items);
    }
  }

  /** Reads all pages, unless the first one shows that `searches` single searches are cheaper. */
  async function readThrough(session: Session, searches: number): Promise<void> {
    const fresh: Snapshot<T> = { readAt: now(), byKey: new Map() };
    const seen = new Set<number>();
    let total: number | null = null;
    for await (const page of source.pages(session)) {
      for (const item of page.items) {
        seen.add(source.id(item));
        add(fresh, item);
      }
      total ??= page.total;
      lastTotal = page.total ?? Math.max(lastTotal ?? 0, seen.size);
      if (total !== null && (total > largestRoster || pagesOf(total) - seen.size / pageSize > searches)) {
        return;
      }
      if (seen.size > largestRoster) {
        return;
      }
    }
    lastTotal = total ?? seen.size;
    // An entity that left while we read may have pushed another onto a page that was read already: such a reading is not
    // trusted. What came in since is no loss, as a search at the start would not have seen it either.
    if (total === null || seen.size >= total) {
      snapshot = fresh;
    }
  }

  function worthReading(searches: number): boolean {
    if (searches <= 2 || now() < searchUntil) {
      return false;
    }
    return lastTotal === null || (lastTotal <= largestRoster && pagesOf(lastTotal) < searches);
  }

  function readInVain(): void {
    inVain += 1;
    if (inVain >= vainReadings) {
      inVain = 0;
      searchUntil = now() + searchesInsteadFor;
    }
  }

  async function readAnew(session: Session, searches: number): Promise<void> {
    const startedAt = now();
    try {
      await readThrough(session, searches);
    } catch (error) {
      if (error instanceof PsaBudgetError) {
        readInVain();
      }
      throw error;
    }
    if (now() - startedAt >= trustedFor) {
      readInVain();
    } else {
      inVain = 0;
    }
  }

  /** Has a reading made where that is worth it. Work that would rather search waits for nobody's reading, however many pages it has. */
  async function provide(session: Session, searches: number, notBefore: number): Promise<void> {
    const isWanted = (): boolean => usable(notBefore) === null && worthReading(searches);
    while (isWanted() && reading !== null) {
      // Whoever reads is told what came in between; the others have priorities of their own, and search.
      const isDone = await reading.then(
        () => true,
        () => false,
      );
      if (!isDone) {
        return;
      }
    }
    if (isWanted()) {
      reading = readAnew(session, searches).finally(() => {
        reading = null;
      });
      await reading;
    }
  }

  return {
    async find(session, wanted, { notBefore, upcoming }) {
      if (wanted.length === 0) {
        return new Map();
      }
      await provide(session, wanted.length + upcoming, notBefore);
      const current = usable(notBefore);
      if (current !== null) {
        return new Map(wanted.map(({ key }) => [key, [...(current.byKey.get(key)?.values() ?? [])]]));
      }
      const found = await pMap(
        wanted,
        async ({ key, term }): Promise<[string, readonly T[]]> => {
          const items = await source.search(session, term);
          return [key, items.filter((item) => source.keys(item).includes(key))];
        },
        { concurrency: concurrentSearches },
      );
      return new Map(found);
    },

    learn(item) {
      if (snapshot !== null) {
        add(snapshot, item);
      }
    },

    readAt(notBefore) {
      return usable(notBefore)?.readAt ?? null;
    },
  };
}

function pagesOf(total: number): number {
  return Math.ceil(total / pageSize);
}
