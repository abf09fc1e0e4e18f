import type { AuditEntry } from './audit.js';
import type { NewJob } from './jobs.js';
import type { PsaListed } from './psa.js';

/** The mirrored kinds: tickets of type Lead, all contacts and all clients. */
export type MirrorKind = keyof PsaListed;
export const mirrorKinds: readonly MirrorKind[] = ['tickets', 'contacts', 'clients'];

export type MirroredItems = PsaListed;

export interface Observation<T> {
  /** The PSA's id. */
  readonly id: number;
  /** Every key by which it can be found. */
  readonly keys: readonly string[];
  /** Of a client's website or a contact's email; missing if there is none, or strangers share it. */
  readonly domain?: string;
  readonly item: T;
  /** Unix milliseconds: when the request that returned it was sent. 0 if it is known to have changed since. */
  readonly observedAt: number;
  /**
   * Unix milliseconds; set for a ticket whose custom fields and last editor come from an earlier observation,
   * because lists do not return them: when the request that returned those was sent.
   */
  readonly fieldsObservedAt?: number;
}

/** An entity of a kind, as observed. */
export type Observed<K extends MirrorKind> = Observation<MirroredItems[K]>;

export type Observations = { readonly [K in MirrorKind]?: readonly Observed<K>[] };

/** The order in which the PSA lists a kind, as observed from its pages. */
export type ListOrder = 'newest_first' | 'oldest_first' | 'unknown';

export interface MirrorScan {
  readonly round: number;
  /** Unix milliseconds; its first page is read then or later. */
  readonly startedAt: number;
  /** 1-based. */
  readonly nextPage: number;
  /** The number of rows on the first page: a later page with fewer rows is the last. */
  readonly firstPageRows: number;
  /** The highest id on the first page; 0 before it is read. */
  readonly firstMaxId: number;
  /** The highest id on any page. */
  readonly maxId: number;
  /** Rows returned by the pages, without duplicates across pages. */
  readonly rows: number;
  /** Entities observed in this round. */
  readonly observed: number;
  /** Consecutive pages without anything new. */
  readonly stalePages: number;
  /** Identifies the previous page by its content. */
  readonly lastMark: string;
  /** The lowest id on the latest page that was not empty; null before the first. */
  readonly lastId: number | null;
  /** Null while it is undetermined. */
  readonly order: ListOrder | null;
  /** The PSA's count on the previous page; null if it returns none. */
  readonly counted: number | null;
  /** The PSA's first count; null if it returns none. Missing in a scan that an earlier release began. */
  readonly firstCounted?: number | null;
  /**
   * Where the oldest come first: what the list ended with when the scan began, so that the end tells how many entities have left it since. Null
   * until that was read. Missing in a scan that an earlier release began.
   */
  readonly begunWith?: { readonly newestId: number; readonly counted: number } | null;
  /** How many entities newer than those the scan has found. Missing in a scan that an earlier release began. */
  readonly added?: number;
  /** False once entities were removed during the scan: others may have moved onto a page already read. */
  readonly isSteady: boolean;
  /** True if its documents have domains. Missing in a scan that an earlier release began. */
  readonly hasDomains?: true;
}

export interface MirrorRound {
  readonly round: number;
  /** Unix milliseconds. Everything that has existed in the PSA since then is in the mirror. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly documents: number;
  readonly pages: number;
  /** Rows of its first page. */
  readonly pageRows: number;
  /** Rows of other types, which the PSA sends and counts unasked. Missing in rounds of earlier releases. */
  readonly foreignRows?: number;
  /** As in `MirrorScan`. */
  readonly hasDomains?: true;
}

export interface MirrorState {
  readonly kind: MirrorKind;
  /** Grows with each change, so that only one of two concurrent changes succeeds. */
  readonly version: number;
  /** The mirrored PSA; documents of another one are dropped. */
  readonly origin: string;
  readonly order: ListOrder;
  readonly scan: MirrorScan | null;
  /** The last reliable scan of all pages; null until the backfill is complete. */
  readonly complete: MirrorRound | null;
  /**
   * How many more entities the PSA counted than the last scan found. If the same small number is missing again,
   * its count includes entities that it does not list.
   */
  readonly missing: number;
  /** How many more entities the PSA counted at the last delta scan than are mirrored, beyond `missing`. */
  readonly unseen: number;
  /** Everything in the PSA up to this id has been observed; a delta scan finds what was created later. */
  readonly watermark: number;
  /** The next watermark, delayed because entities created together may become visible one after the other. */
  readonly nextWatermark: { readonly id: number; readonly at: number; readonly page: number };
  /** The page that contained the watermark, for a PSA that lists the oldest first. */
  readonly lastPage: number;
  /** Unix milliseconds when the last delta scan was sent. */
  readonly deltaAt: number | null;
  readonly deltaScans: number;
  /** Requests a round that began at this time (Unix milliseconds) or later; null if none is requested. */
  readonly demandedSince: number | null;
  /** The job that is rebuilding the mirror; null where none is. */
  readonly rebuildJobId: string | null;
}

export interface MirrorCounts {
  readonly documents: number;
  /** Unix milliseconds; null if there are none. */
  readonly oldestObservedAt: number | null;
}

/** A mirrored client that may be the company of a lead. */
export interface ClientInMirror {
  readonly clientId: number;
  readonly name: string;
  /** Its company keys. */
  readonly keys: readonly string[];
  /** Those of the domains asked for that it has, by its website or its contacts; and that of its website. */
  readonly domains: readonly string[];
  /** A site that is stored for it. */
  readonly siteId: number | null;
}

export interface SharedKey {
  readonly key: string;
  readonly ids: readonly number[];
}

/** Read access to the mirror, for everything except the code that maintains it. */
export interface PsaMirrorReader {
  /** All mirrored entities of a kind, by id, in pages. */
  pages<K extends MirrorKind>(kind: K, pageSize?: number): AsyncIterable<readonly Observed<K>[]>;
  /** Null until the last rounds of all kinds began at `since` (Unix milliseconds) or later. */
  roundSince(since: number): Promise<Readonly<Record<MirrorKind, MirrorRound>> | null>;
  /** As soon as the budget allows, unless one that began at `since` or later is under way or complete. */
  demandRound(since: number): Promise<void>;
  states(): Promise<readonly MirrorState[]>;
  counts(kind: MirrorKind): Promise<MirrorCounts>;
  /** As in `MirrorCounts`, without counting. */
  oldestObservedAt(kind: MirrorKind): Promise<number | null>;
}

/** Shared by all workers. A cache: dropping it costs only requests. Later requested observations win. */
export interface PsaMirrorStore extends PsaMirrorReader {
  find<K extends MirrorKind>(kind: K, keys: readonly string[]): Promise<readonly Observed<K>[]>;
  byIds<K extends MirrorKind>(kind: K, ids: readonly number[]): Promise<readonly Observed<K>[]>;
  /** The clients with one of these company keys, or one of these domains. */
  clientsOf(asked: {
    readonly keys: readonly string[];
    readonly domains: readonly string[];
  }): Promise<readonly ClientInMirror[]>;
  /** Counts only documents observed at `since` (Unix milliseconds) or later, or changed since. */
  sharedKeys(kind: MirrorKind, since: number): Promise<readonly SharedKey[]>;
  /** How many documents have an id above `from` and below `to`. */
  countBetween(kind: MirrorKind, from: number, to: number): Promise<number>;
  /** How many of these ids a round has not observed yet. */
  countUnseen(kind: MirrorKind, ids: readonly number[], round: number): Promise<number>;
  /**
   * Stores what was observed outside of a round. A ticket without custom fields keeps the known ones, unless it
   * evidently was changed, is already known to have changed, or is another one: they must be read then.
   */
  put<K extends MirrorKind>(kind: K, observations: readonly Observed<K>[]): Promise<void>;
  /** As `outdate`, for all ids above `id` that were observed before `before` (Unix milliseconds). */
  outdateAbove(kind: MirrorKind, id: number, before: number): Promise<void>;
  /** Marks them as possibly changed: they are read live before any decision is based on them. */
  outdate(kind: MirrorKind, ids: readonly number[]): Promise<void>;
  remove(kind: MirrorKind, ids: readonly number[]): Promise<void>;
  /**
   * Removes documents that no round from `round` on has observed, and those that no round ever observed if
   * they were last observed before `before` (Unix milliseconds).
   */
  removeUnseen(kind: MirrorKind, round: number, before: number): Promise<number>;
  /** Removes the documents of a kind that were observed before `observedBefore` (Unix milliseconds). */
  clear(kind: MirrorKind, observedBefore: number): Promise<void>;

  /** The state of a kind; version 0 if its mirror has not begun. */
  state(kind: MirrorKind): Promise<MirrorState>;
  /** False if another worker has changed it since it was read; nothing is written then. */
  saveState(next: MirrorState): Promise<boolean>;
  /**
   * The same together with what the page of a round has shown, or neither: a round that counted a page without
   * having stored it, or the other way round, would never agree with the PSA's own count.
   */
  savePage<K extends MirrorKind>(
    next: MirrorState & { readonly kind: K },
    observations: readonly Observed<K>[],
    round: number,
  ): Promise<boolean>;
}

export interface MirrorRebuilds {
  /**
   * Stores both the job and the audit log entry, or neither.
   *
   * @returns the id of an unfinished rebuild, in which case nothing was stored; null if this job was stored
   */
  create(job: NewJob, audit: AuditEntry): Promise<string | null>;
}

/** The initial state of a kind, with nothing mirrored. */
export function unbegunMirror(kind: MirrorKind): MirrorState {
  return {
    kind,
    version: 0,
    origin: '',
    order: 'unknown',
    scan: null,
    complete: null,
    missing: 0,
    unseen: 0,
    watermark: 0,
    nextWatermark: { id: 0, at: 0, page: 1 },
    lastPage: 1,
    deltaAt: null,
    deltaScans: 0,
    demandedSince: null,
    rebuildJobId: null,
  };
}
