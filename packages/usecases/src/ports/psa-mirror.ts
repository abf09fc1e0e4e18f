import type { AuditEntry } from './audit.js';
import type { NewJob } from './jobs.js';
import type { PsaListed } from './psa.js';

/** What of the PSA is mirrored: tickets of type Lead, and all contacts and clients. */
export type MirrorKind = keyof PsaListed;
export const mirrorKinds: readonly MirrorKind[] = ['tickets', 'contacts', 'clients'];

export type MirroredItems = PsaListed;

/** An entity as the PSA showed it. */
export interface Observation<T> {
  /** The PSA's. */
  readonly id: number;
  /** Every key that it is looked up by. */
  readonly keys: readonly string[];
  readonly item: T;
  /** Unix milliseconds at which the request that returned it was sent; 0 where it is known to have changed since. */
  readonly observedAt: number;
  /**
   * Unix milliseconds, of a ticket whose custom fields, and who wrote them last, are of an earlier observation, as lists do not show them: when
   * the request was sent that returned those.
   */
  readonly fieldsObservedAt?: number;
}

/** Observations of all kinds. */
export type Observations = { readonly [K in MirrorKind]?: readonly Observation<MirroredItems[K]>[] };

/** In which order the PSA lists a kind, as its pages have shown. */
export type ListOrder = 'newest_first' | 'oldest_first' | 'unknown';

/** A scan of all pages that is under way, by whichever worker. */
export interface MirrorScan {
  readonly round: number;
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** From 1. */
  readonly nextPage: number;
  /** The rows of the first page: a page behind it that holds fewer is the last. */
  readonly firstPageRows: number;
  /** The highest id on the first page; 0 before it was read. */
  readonly firstMaxId: number;
  /** The highest id on any page. */
  readonly maxId: number;
  /** Rows that the pages have shown, without those that were on several of them. */
  readonly rows: number;
  /** Entities that this round has observed. */
  readonly observed: number;
  /** Pages in a row that showed nothing new. */
  readonly stalePages: number;
  /** What tells the page before from others. */
  readonly lastMark: string;
  /** The lowest id on the page before that showed any; null before the first. */
  readonly lastId: number | null;
  /** Null while nothing tells. */
  readonly order: ListOrder | null;
  /** What the PSA counted on the page before; null where it does not count. */
  readonly counted: number | null;
  /** False once entities left the PSA while it was scanned: others may have moved onto a page that was read. */
  readonly isSteady: boolean;
}

/** A scan that has seen all pages. */
export interface MirrorRound {
  readonly round: number;
  /** Unix milliseconds. What stood in the PSA all the time since is in the mirror. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly documents: number;
  readonly pages: number;
  /** Rows of its first page. */
  readonly pageRows: number;
}

/** How far the mirror of a kind has come. */
export interface MirrorState {
  readonly kind: MirrorKind;
  /** Grows with each change, so that of two who change it at once one does. */
  readonly version: number;
  /** Which PSA is mirrored; documents of another one are dropped. */
  readonly origin: string;
  readonly order: ListOrder;
  readonly scan: MirrorScan | null;
  /** The last scan of all pages that can be relied upon; null until the backfill is complete. */
  readonly complete: MirrorRound | null;
  /** How many more the PSA counted than the last scan showed: where as many are missing again, it counts what it does not show. */
  readonly missing: number;
  /** Everything of the PSA up to this id has been observed, and what was created later is found by a delta scan. */
  readonly watermark: number;
  /** The watermark to come: a PSA may show what was created at once one after the other. */
  readonly nextWatermark: { readonly id: number; readonly at: number; readonly page: number };
  /** The page on which the watermark stood, where the oldest come first. */
  readonly lastPage: number;
  /** Unix milliseconds at which the last delta scan was sent. */
  readonly deltaAt: number | null;
  readonly deltaScans: number;
  /** Somebody wants a round that began at this time (Unix milliseconds) or later; null where nobody does. */
  readonly demandedSince: number | null;
  /** The job that is rebuilding the mirror; null where none is. */
  readonly rebuildJobId: string | null;
}

export interface MirrorCounts {
  readonly documents: number;
  /** Unix milliseconds; null where there are none. */
  readonly oldestObservedAt: number | null;
}

/** A key that more than one entity has. */
export interface SharedKey {
  readonly key: string;
  readonly ids: readonly number[];
}

/** The mirror as others than its keepers read it. */
export interface PsaMirrorReader {
  /** Everything that is mirrored of a kind, by id, in pages. */
  pages<K extends MirrorKind>(
    kind: K,
    pageSize?: number,
  ): AsyncIterable<readonly Observation<MirroredItems[K]>[]>;
  /**
   * The last complete round of each kind where all of them began at `since` (Unix milliseconds) or later; null until then.
   */
  roundSince(since: number): Promise<Readonly<Record<MirrorKind, MirrorRound>> | null>;
  /** Has a round of each kind begun as soon as the budget allows, unless one that began at `since` or later is under way or complete. */
  demandRound(since: number): Promise<void>;
  states(): Promise<readonly MirrorState[]>;
  counts(kind: MirrorKind): Promise<MirrorCounts>;
}

/**
 * A copy of the PSA's lead tickets, contacts and clients, shared by all workers. It is a cache: dropping it costs requests and
 * nothing else. An observation never replaces one that was sent later.
 */
export interface PsaMirrorStore extends PsaMirrorReader {
  /** The documents with any of these keys. */
  find<K extends MirrorKind>(
    kind: K,
    keys: readonly string[],
  ): Promise<readonly Observation<MirroredItems[K]>[]>;
  byIds<K extends MirrorKind>(
    kind: K,
    ids: readonly number[],
  ): Promise<readonly Observation<MirroredItems[K]>[]>;
  /** The keys that several documents share; only what was observed at `since` (Unix milliseconds) or later, or has changed since, counts. */
  sharedKeys(kind: MirrorKind, since: number): Promise<readonly SharedKey[]>;
  /** How many documents have an id above `from` and below `to`. */
  countBetween(kind: MirrorKind, from: number, to: number): Promise<number>;
  /**
   * A ticket without custom fields leaves those that are known, unless it shows that it was changed: see `withKnownFields`.
   *
   * @returns how many of them this round has not observed before; `round` is null for what no scan of all pages returned
   */
  put<K extends MirrorKind>(
    kind: K,
    observations: readonly Observation<MirroredItems[K]>[],
    round: number | null,
  ): Promise<number>;
  /** As `outdate`, for all above an id that were observed before `before` (Unix milliseconds). */
  outdateAbove(kind: MirrorKind, id: number, before: number): Promise<void>;
  /** What is known of them may have changed: they are read live before anything is decided from them. */
  outdate(kind: MirrorKind, ids: readonly number[]): Promise<void>;
  remove(kind: MirrorKind, ids: readonly number[]): Promise<void>;
  /**
   * Removes what no round from `round` on has observed, and what nobody has observed since `before` (Unix milliseconds) and no round
   * ever.
   */
  removeUnseen(kind: MirrorKind, round: number, before: number): Promise<number>;
  /** Drops every document of a kind. */
  clear(kind: MirrorKind): Promise<void>;

  /** The state of a kind; one that nobody has begun has version 0. */
  state(kind: MirrorKind): Promise<MirrorState>;
  /** False where somebody else has changed it since it was read; nothing is written then. */
  saveState(next: MirrorState): Promise<boolean>;
}

/** Takes a request for a rebuild of the mirror. */
export interface MirrorRebuilds {
  /**
   * Stores the job and the entry of the audit log, or neither.
   *
   * @returns the id of a rebuild that has not ended yet, for which nothing was stored; null where this one was
   */
  create(job: NewJob, audit: AuditEntry): Promise<string | null>;
}

/** The state of a kind of which nothing is mirrored. */
export function unbegunMirror(kind: MirrorKind): MirrorState {
  return {
    kind,
    version: 0,
    origin: '',
    order: 'unknown',
    scan: null,
    complete: null,
    missing: 0,
    watermark: 0,
    nextWatermark: { id: 0, at: 0, page: 1 },
    lastPage: 1,
    deltaAt: null,
    deltaScans: 0,
    demandedSince: null,
    rebuildJobId: null,
  };
}
