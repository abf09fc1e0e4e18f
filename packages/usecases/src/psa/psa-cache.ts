import pMap from 'p-map';

import { isUnexplained } from '../mirror/shortfall.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import { addItem, readThrough, type Reading, type PsaCacheSource, type Snapshot } from './read-through.js';

/** Milliseconds for which a cached reading is trusted, however much work is left. */
const ttlMs = 60_000;
/**
 * A reading that the PSA's budget cannot finish while it is trusted is lost, as is one that is evidently
 * incomplete. After this many in a row, work continues by searching, which is more expensive but makes progress
 * each time; after `searchOnlyMs` milliseconds reading is tried again.
 */
const maxFailedScans = 2;
const searchOnlyMs = 600_000;
const concurrentSearches = 8;

export interface Wanted {
  readonly key: string;
  /** Alternative keys that match equally well. */
  readonly aliases?: readonly string[];
  readonly term: string;
}

/** Which reading may serve, and what else it would serve. */
export interface Freshness {
  /** Unix milliseconds: results must have been read then or later. */
  readonly notBefore: number;
  /** How many more keys will be looked up soon that the same reading can serve. */
  readonly upcoming: number;
}

export interface Overview<T> {
  of(key: string): readonly T[];
  /** False if the PSA counts a few entities that it did not list: what the reading lacks must be searched for. */
  readonly provesAbsence: boolean;
}

/**
 * Finds which entities in the PSA have a key, either with one search per key or from one reading of all
 * pages, whichever takes fewer requests. A reading only serves work that was accepted before it began, so
 * that its result is as current as a search when the request arrived, and it expires after a minute.
 */
export interface PsaCache<Session, T> {
  find(
    session: Session,
    wanted: readonly Wanted[],
    fresh: Freshness,
  ): Promise<ReadonlyMap<string, readonly T[]>>;
  /**
   * The entities of each key in one reading; null if `searches` searches take fewer requests.
   *
   * @param notBefore as in `Freshness`
   */
  overview(session: Session, searches: number, notBefore: number): Promise<Overview<T> | null>;
  search(
    session: Session,
    wanted: readonly Wanted[],
    notBefore: number,
  ): Promise<ReadonlyMap<string, readonly T[]>>;
  /** Updates the reading with what this process wrote. */
  add(item: T): void;
  /** When the results of `find` were read: the start of the reading, or null if they come from searches. */
  readAt(notBefore: number): number | null;
  /** The entities of a key in the reading that `find` uses; empty if it searches. */
  peek(key: string, notBefore: number): readonly T[];
}

export function createPsaCache<Session, T>(
  source: PsaCacheSource<Session, T>,
  now: () => number,
): PsaCache<Session, T> {
  return new ReadingCache(source, now);
}

/** Its functions are its own properties, so that callers can replace single ones in a copy. */
class ReadingCache<Session, T> implements PsaCache<Session, T> {
  readonly #source: PsaCacheSource<Session, T>;
  readonly #now: () => number;
  #snapshot: Snapshot<T> | null = null;
  #reading: Promise<void> | null = null;
  /** The number of pages that a reading took, or would take; null before the first. */
  #lastPages: number | null = null;
  /** How many entities the PSA counts but never lists. */
  #hidden = 0;
  #failedScans = 0;
  #searchUntil = 0;

  constructor(source: PsaCacheSource<Session, T>, now: () => number) {
    this.#source = source;
    this.#now = now;
  }

  readonly find: PsaCache<Session, T>['find'] = async (session, wanted, { notBefore, upcoming }) => {
    if (wanted.length === 0) {
      return new Map();
    }
    const held = await this.overview(session, wanted.length + upcoming, notBefore);
    if (held === null) {
      return await this.search(session, wanted, notBefore);
    }
    const found = new Map(wanted.map(({ key }) => [key, held.of(key)]));
    const searched = await this.search(session, unproved(held, wanted, found), notBefore);
    return new Map([...found, ...searched]);
  };

  readonly overview: PsaCache<Session, T>['overview'] = async (session, searches, notBefore) => {
    await this.#provide(session, searches, notBefore);
    const current = this.#usable(notBefore);
    return current === null ? null : { of: (key) => valuesOf(current, key), provesAbsence: current.listsAll };
  };

  readonly search: PsaCache<Session, T>['search'] = async (session, wanted, notBefore) => {
    const found = await pMap(
      wanted,
      async ({ key, aliases = [], term }): Promise<[string, readonly T[]]> => {
        const items = await this.#source.search(session, { key, term }, notBefore);
        const isMeant = (each: string): boolean => each === key || aliases.includes(each);
        return [key, items.filter((item) => this.#source.keys(item).some(isMeant))];
      },
      { concurrency: concurrentSearches },
    );
    return new Map(found);
  };

  readonly add: PsaCache<Session, T>['add'] = (item) => {
    if (this.#snapshot !== null) {
      addItem(this.#source, this.#snapshot, item);
    }
  };

  readonly readAt: PsaCache<Session, T>['readAt'] = (notBefore) => this.#usable(notBefore)?.readAt ?? null;

  readonly peek: PsaCache<Session, T>['peek'] = (key, notBefore) => valuesOf(this.#usable(notBefore), key);

  #usable(notBefore: number): Snapshot<T> | null {
    const snapshot = this.#snapshot;
    if (snapshot !== null && this.#now() - snapshot.readAt >= ttlMs) {
      // It may be large, and must not be used any more.
      this.#snapshot = null;
      return null;
    }
    return snapshot !== null && snapshot.readAt >= notBefore ? snapshot : null;
  }

  /** Work that prefers to search does not wait for another reading, however many pages it has. */
  async #provide(session: Session, searches: number, notBefore: number): Promise<void> {
    const isWanted = (): boolean => this.#usable(notBefore) === null && this.#isWorthReading(searches);
    while (isWanted() && this.#reading !== null) {
      // Only the caller that reads gets the error; the others have their own priorities, and search instead.
      const isDone = await this.#reading.then(
        () => true,
        () => false,
      );
      if (!isDone) {
        return;
      }
    }
    if (isWanted()) {
      this.#reading = this.#readAnew(session, searches).finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
  }

  #isWorthReading(searches: number): boolean {
    const pages = this.#lastPages;
    return searches > 2 && this.#now() >= this.#searchUntil && (pages === null || pages < searches);
  }

  async #readAnew(session: Session, searches: number): Promise<void> {
    const startedAt = this.#now();
    let isLost: boolean;
    try {
      isLost = !(await this.#renew(session, searches));
    } catch (error) {
      if (error instanceof PsaBudgetError) {
        this.#countFailedScan();
      }
      throw error;
    }
    if (isLost || this.#now() - startedAt >= ttlMs) {
      this.#countFailedScan();
    } else {
      this.#failedScans = 0;
    }
  }

  #countFailedScan(): void {
    this.#failedScans += 1;
    if (this.#failedScans >= maxFailedScans) {
      this.#failedScans = 0;
      this.#searchUntil = this.#now() + searchOnlyMs;
    }
  }

  /**
   * Accepts a reading unless it is evidently incomplete. An entity that was removed during the reading may
   * have moved another onto a page that was already read: then fewer rows arrived than were counted, or the
   * count fell on the way. If a second reading lacks the same small number, the PSA counts entities that it
   * does not list. Missing what was added since is no loss, because a search at the start would have missed it
   * too.
   *
   * @returns whether the reading was not lost
   */
  async #renew(session: Session, searches: number): Promise<boolean> {
    const isWhole = ({ isSteady, missing, rows }: Reading<T>): boolean =>
      isSteady && (missing === 0 || (missing === this.#hidden && !isUnexplained(missing, rows)));
    let current = await this.#read(session, searches);
    if (current?.isSteady === true && !isWhole(current) && current.missing !== this.#hidden) {
      const { missing } = current;
      current = await this.#read(session, searches);
      if (current?.missing === missing) {
        this.#hidden = missing;
      }
    }
    if (current !== null && !isWhole(current)) {
      this.#searchUntil = this.#now() + ttlMs;
      return false;
    }
    this.#snapshot = current?.snapshot ?? this.#snapshot;
    return true;
  }

  async #read(session: Session, searches: number): Promise<Reading<T> | null> {
    return await readThrough(this.#source, session, {
      startedAt: this.#now(),
      searches,
      expectPages: (pages) => {
        this.#lastPages = pages;
      },
    });
  }
}

/** Those that were not found in a reading which does not prove their absence. */
export function unproved<T, W extends Wanted>(
  { provesAbsence }: Overview<T>,
  wanted: readonly W[],
  found: ReadonlyMap<string, readonly T[]>,
): readonly W[] {
  return provesAbsence ? [] : wanted.filter(({ key }) => (found.get(key) ?? []).length === 0);
}

function valuesOf<T>(from: Snapshot<T> | null, key: string): readonly T[] {
  return [...(from?.byKey.get(key)?.values() ?? [])];
}
