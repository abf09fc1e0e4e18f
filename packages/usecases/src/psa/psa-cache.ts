import pMap from 'p-map';

import { PsaBudgetError } from '../ports/psa-errors.js';
import { addItem, readThrough, type Reading, type PsaCacheSource, type Snapshot } from './read-through.js';

/** Milliseconds; what a cache says is trusted no longer than this, however much work is left. */
const ttlMs = 60_000;
/**
 * A reading that the PSA's budget does not carry to its end within its trust is lost. After so many in a row, work goes on by searching,
 * which is dearer but leaves something done each time; after this time (milliseconds) reading is tried again.
 */
const maxFailedScans = 2;
const searchOnlyMs = 600_000;
const concurrentSearches = 8;

export interface Wanted {
  readonly key: string;
  /** Further keys, each of which is as good. */
  readonly aliases?: readonly string[];
  readonly term: string;
}

export type Overview<T> = (key: string) => readonly T[];

/**
 * Who is known to the PSA. Answers "which entities have this key" either by a search each, or from one reading of all pages,
 * whichever costs fewer requests. A reading serves only work that was accepted before it began, so that its answer is as live as a search
 * at the moment the request arrived; and only for a minute.
 */
export interface PsaCache<Session, T> {
  /**
   * @param notBefore Unix milliseconds: what is answered must have been read then or later
   * @param upcoming how many more keys will be asked for soon
   */
  find(
    session: Session,
    wanted: readonly Wanted[],
    options: { notBefore: number; upcoming: number },
  ): Promise<ReadonlyMap<string, readonly T[]>>;
  /**
   * What one reading holds of each key; null where as many searches as are wanted cost less.
   *
   * @param notBefore as for `find`
   */
  overview(session: Session, searches: number, notBefore: number): Promise<Overview<T> | null>;
  /** Answers by a search for each. */
  search(
    session: Session,
    wanted: readonly Wanted[],
    notBefore: number,
  ): Promise<ReadonlyMap<string, readonly T[]>>;
  /** Keeps the reading true about what this process wrote. */
  add(item: T): void;
  /** When the answers of `find` were read: the reading's start, or null when they are searches of now. */
  readAt(notBefore: number): number | null;
  /** What the reading that `find` answers from holds of a key; nothing where it searches. */
  peek(key: string, notBefore: number): readonly T[];
}

export function createPsaCache<Session, T>(
  source: PsaCacheSource<Session, T>,
  now: () => number,
): PsaCache<Session, T> {
  let snapshot: Snapshot<T> | null = null;
  let reading: Promise<void> | null = null;
  /** Pages that a reading took, or would take; null before the first. */
  let lastPages: number | null = null;
  /** How many entities the PSA counts and never shows. */
  let hidden = 0;
  let failedScans = 0;
  let searchUntil = 0;

  function usable(notBefore: number): Snapshot<T> | null {
    if (snapshot !== null && now() - snapshot.readAt >= ttlMs) {
      // It may be large, and nobody is to be answered from it any more.
      snapshot = null;
    }
    return snapshot !== null && snapshot.readAt >= notBefore ? snapshot : null;
  }

  async function read(session: Session, searches: number): Promise<Reading<T> | null> {
    return await readThrough(source, session, {
      startedAt: now(),
      searches,
      expectPages(pages) {
        lastPages = pages;
      },
    });
  }

  /**
   * Takes a reading that nothing speaks against. An entity that left while we read may have pushed another onto a page that was read already:
   * then fewer came than were counted. Where a second reading lacks as many, they are such as the PSA counts and does not show. What came in since
   * is no loss, as a search at the start would not have seen it either.
   */
  async function renew(session: Session, searches: number): Promise<void> {
    const isWhole = ({ isSteady, missing }: Reading<T>): boolean =>
      isSteady && (missing === 0 || missing === hidden);
    let current = await read(session, searches);
    if (current?.isSteady === true && !isWhole(current)) {
      const { missing } = current;
      current = await read(session, searches);
      if (current?.missing === missing) {
        hidden = missing;
      }
    }
    if (current === null) {
      return;
    }
    if (isWhole(current)) {
      ({ snapshot } = current);
    } else {
      searchUntil = now() + ttlMs;
    }
  }

  function worthReading(searches: number): boolean {
    return searches > 2 && now() >= searchUntil && (lastPages === null || lastPages < searches);
  }

  function countFailedScan(): void {
    failedScans += 1;
    if (failedScans >= maxFailedScans) {
      failedScans = 0;
      searchUntil = now() + searchOnlyMs;
    }
  }

  async function readAnew(session: Session, searches: number): Promise<void> {
    const startedAt = now();
    try {
      await renew(session, searches);
    } catch (error) {
      if (error instanceof PsaBudgetError) {
        countFailedScan();
      }
      throw error;
    }
    if (now() - startedAt >= ttlMs) {
      countFailedScan();
    } else {
      failedScans = 0;
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

  const valuesOf = (from: Snapshot<T> | null, key: string): readonly T[] => [
    ...(from?.byKey.get(key)?.values() ?? []),
  ];

  async function overview(
    session: Session,
    searches: number,
    notBefore: number,
  ): Promise<Overview<T> | null> {
    await provide(session, searches, notBefore);
    const current = usable(notBefore);
    return current === null ? null : (key) => valuesOf(current, key);
  }

  async function search(
    session: Session,
    wanted: readonly Wanted[],
    notBefore: number,
  ): Promise<ReadonlyMap<string, readonly T[]>> {
    const found = await pMap(
      wanted,
      async ({ key, aliases = [], term }): Promise<[string, readonly T[]]> => {
        const items = await source.search(session, { key, term }, notBefore);
        const isMeant = (each: string): boolean => each === key || aliases.includes(each);
        return [key, items.filter((item) => source.keys(item).some(isMeant))];
      },
      { concurrency: concurrentSearches },
    );
    return new Map(found);
  }

  return {
    overview,
    search,

    async find(session, wanted, { notBefore, upcoming }) {
      if (wanted.length === 0) {
        return new Map();
      }
      const held = await overview(session, wanted.length + upcoming, notBefore);
      return held === null
        ? await search(session, wanted, notBefore)
        : new Map(wanted.map(({ key }) => [key, held(key)]));
    },

    add(item) {
      if (snapshot !== null) {
        addItem(source, snapshot, item);
      }
    },

    readAt(notBefore) {
      return usable(notBefore)?.readAt ?? null;
    },

    peek(key, notBefore) {
      return valuesOf(usable(notBefore), key);
    },
  };
}
