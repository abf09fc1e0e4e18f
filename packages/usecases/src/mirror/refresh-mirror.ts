import type { Clock, Logger } from '@leadbridge/platform';

import type { CompanyAliases } from '../ports/company-matches.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import type { MirrorKind, MirrorScan, MirrorState, PsaMirrorStore } from '../ports/psa-mirror.js';
import type { PsaCallContext, PsaListPage, PsaListed, PsaSession } from '../ports/psa.js';
import { dropKind } from './drop-mirror.js';
import { minIdsForOrder } from './list-order.js';
import { observationOf } from './mirror-keys.js';
import { afterEnd, beginScan, hasLost, looksAtEnd, missingOf, nextScan, pageToRead } from './next-scan.js';
import { isMirrorWhole, isUnexplained } from './shortfall.js';

/** Milliseconds. */
const idleMs = 8_000;
const pausedMs = 1_000;
const dayMs = 86_400_000;
const maxBudgetPauseMs = 30_000;
/** A list with this few pages and no apparent order is scanned again soon. */
const fewPages = 2;
/** It may only have looked unordered because imports, to which a scan gives way, added more than a page. */
const firstRounds = 2;
const unorderedRoundMs = 60_000;
/** A list that falls short by the same number again is left alone for as many times as long as its scan took. */
const shortPauseScans = 9;
const minShortPauseMs = 60_000;
const maxShortPauseMs = 3_600_000;
/** A new round begins after this share of the time in which everything must be observed again. */
const roundShare = 0.9;

/** The parts of the budget that decide whether the mirror may use it. */
export interface MirrorBudget {
  /** Calls per window. */
  readonly limit: number;
  readonly usedByMirror: number;
  readonly bulkWaiting: number;
}

export interface RefreshDependencies {
  readonly store: PsaMirrorStore;
  readonly aliases: Pick<CompanyAliases, 'reopenLost'>;
  readonly psa: { session(context: PsaCallContext): Pick<PsaSession, 'listPage'> };
  /** Identifies the PSA: documents of another one are dropped. */
  readonly origin: string;
  readonly budget: () => Promise<MirrorBudget>;
  /** Percent of a window. */
  readonly maxShare: number;
  /** Whether the first scan may use all of the remaining budget, regardless of the share. */
  readonly sparesFirstScan: boolean;
  readonly maxAgeMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Scans one more page for the mirror: first the backfill of each kind, then requested rounds, then the
 * rolling refresh with the remaining budget. Only one worker should call it at a time; of two concurrent
 * calls, one has no effect.
 *
 * @returns milliseconds until the next page may be read
 */
export async function refreshMirror(deps: RefreshDependencies): Promise<number> {
  const stored = await deps.store.states();
  const states = await Promise.all(stored.map(async (state) => ownState(deps, state)));
  const state = nextToScan(states, deps);
  if (state === null) {
    return idleMs;
  }
  const pauseMs = await pauseOf(deps, state);
  if (pauseMs > 0) {
    return pauseMs;
  }
  try {
    await scanPage(deps, state);
    return 0;
  } catch (error) {
    if (error instanceof PsaBudgetError) {
      return Math.min(maxBudgetPauseMs, Math.max(pausedMs, error.retryAt - deps.clock.now()));
    }
    throw error;
  }
}

/** The state of a kind; reset if it belongs to another PSA. */
async function ownState(deps: RefreshDependencies, state: MirrorState): Promise<MirrorState> {
  const { store, origin, logger } = deps;
  if (state.origin === origin) {
    return state;
  }
  logger.info('the mirror of the PSA is rebuilt', { kind: state.kind });
  await dropKind(deps, state, { origin });
  return await store.state(state.kind);
}

function nextToScan(
  all: readonly MirrorState[],
  deps: Pick<RefreshDependencies, 'clock' | 'maxAgeMs'>,
): MirrorState | null {
  const states = all.filter(({ scan }) => (scan?.startedAt ?? 0) <= deps.clock.now());
  return (
    states.find(({ complete }) => complete === null) ??
    states.find((state) => isDemanded(state)) ??
    states.find(({ scan }) => scan !== null) ??
    states.find((state) => isDue(state, deps)) ??
    null
  );
}

function isDemanded({ demandedSince, complete }: MirrorState): boolean {
  return demandedSince !== null && (complete?.startedAt ?? 0) < demandedSince;
}

function isDue(
  { complete, order }: MirrorState,
  { clock, maxAgeMs }: Pick<RefreshDependencies, 'clock' | 'maxAgeMs'>,
): boolean {
  const isSoon = (complete?.pages ?? 0) <= fewPages || (complete?.round ?? 0) <= firstRounds;
  const unorderedIntervalMs = isSoon ? unorderedRoundMs : dayMs;
  const intervalMs = order === 'unknown' ? unorderedIntervalMs : maxAgeMs * roundShare;
  return clock.now() - (complete?.startedAt ?? 0) >= intervalMs;
}

/** The mirror gives way to every import, and all scans but its first are limited to its share. */
async function pauseOf(
  { budget, maxShare, sparesFirstScan }: RefreshDependencies,
  state: MirrorState,
): Promise<number> {
  const { complete, scan } = state;
  if (isShortDemand(state)) {
    return 0;
  }
  const { limit, usedByMirror, bulkWaiting } = await budget();
  // If the pages of a PSA never add up it is scanned repeatedly, so that is limited to the share.
  const isFirst = complete === null && (scan?.round ?? 1) === 1;
  const isSpent = !(isFirst && sparesFirstScan) && usedByMirror >= (limit * maxShare) / 100;
  return bulkWaiting > 0 || isSpent ? pausedMs : 0;
}

/** A round of a few pages: waiting for the next window, or until the imports have ended, saves nothing. */
function isShortDemand(state: MirrorState): boolean {
  const { scan, complete } = state;
  return isDemanded(state) && Math.max(complete?.pages ?? 0, scan?.nextPage ?? 1) <= fewPages;
}

async function scanPage(deps: RefreshDependencies, state: MirrorState): Promise<void> {
  const { clock, psa } = deps;
  const scan = currentScan(state, clock.now());
  const sentAt = clock.now();
  const session = psa.session({ priority: isShortDemand(state) ? 'bulk' : 'mirror' });
  const page = await readPage(session, state.kind, scan);
  if (looksAtEnd(scan)) {
    const ids = page.items.map(({ id }) => id);
    await deps.store.savePage({ ...state, scan: afterEnd(scan, { ...page, ids }) }, [], scan.round);
    return;
  }
  await take(deps, state, scan, page, sentAt);
}

/** A request for a round that begins later than the current scan starts a new one. */
function currentScan({ scan, complete, demandedSince }: MirrorState, now: number): MirrorScan {
  const round = (scan?.round ?? complete?.round ?? 0) + 1;
  const isTooOld =
    scan !== null && demandedSince !== null && scan.startedAt < demandedSince && complete !== null;
  return scan === null || isTooOld ? beginScan(round, now) : scan;
}

async function readPage<K extends MirrorKind>(
  session: Pick<PsaSession, 'listPage'>,
  kind: K,
  scan: MirrorScan,
): Promise<PsaListPage<PsaListed[K]>> {
  return await session.listPage(kind, { page: pageToRead(scan), order: 'newest_first' });
}

async function take<K extends MirrorKind>(
  { store, aliases, clock, logger }: RefreshDependencies,
  state: MirrorState,
  scan: MirrorScan,
  page: PsaListPage<PsaListed[K]>,
  sentAt: number,
): Promise<void> {
  const kind = state.kind as K;
  const ids = page.items.map(({ id }) => id);
  const observations = page.items.map((item) => observationOf(kind, item, sentAt));
  const fresh = await store.countUnseen(kind, ids, scan.round);
  const newcomers =
    fresh > 0 || scan.order !== 'newest_first'
      ? 0
      : await store.countBetween(kind, scan.firstMaxId, Number.MAX_SAFE_INTEGER);
  const newestId = scan.begunWith?.newestId ?? Infinity;
  const above = ids.filter((id) => id > newestId);
  const added = above.length === 0 ? 0 : await store.countUnseen(kind, above, scan.round);
  const { scan: next, isOver } = nextScan(scan, { ...page, ids, fresh, newcomers, added });
  const after = { ...(isOver ? endOfScan(state, next, clock.now()) : { ...state, scan: next }), kind };
  if (!(await store.savePage(after, observations, scan.round))) {
    return;
  }
  const { complete } = after;
  if (complete !== null && complete !== state.complete) {
    // An entity may have moved onto a page that was already read, so only what two rounds have missed is
    // removed.
    const before = state.complete?.startedAt ?? 0;
    const removed = await store.removeUnseen(kind, complete.round - 1, before);
    if (kind === 'clients' && isMirrorWhole(after)) {
      await aliases.reopenLost();
    }
    logger.debug('a round of the mirror is complete', { kind, documents: next.observed, removed });
  }
}

/**
 * Repeats a scan that found fewer entities than the PSA counts. If the same small number is missing again, the
 * PSA counts entities that it does not list; a larger one shows that its pages leave out entities.
 */
function endOfScan(state: MirrorState, scan: MirrorScan, endedAt: number): MirrorState {
  const missing = missingOf(scan);
  const isHabit = missing === state.missing && !isUnexplained(missing, scan.rows);
  const isWhole = !hasLost(scan) && (missing === 0 || isHabit);
  if (!isWhole) {
    const isShortAgain = missing > 0 && missing === state.missing;
    const pauseMs = Math.max(minShortPauseMs, (endedAt - scan.startedAt) * shortPauseScans);
    const startsAt = endedAt + (isShortAgain ? Math.min(maxShortPauseMs, pauseMs) : 0);
    return { ...state, missing, scan: beginScan(scan.round + 1, startsAt) };
  }
  const order = scan.observed < minIdsForOrder ? 'unknown' : (scan.order ?? 'unknown');
  const isFirst = state.complete === null || state.order !== order;
  const lastPage = Math.max(1, Math.ceil(scan.rows / Math.max(1, scan.firstPageRows)));
  const maxId = order === 'newest_first' ? scan.firstMaxId : scan.maxId;
  return {
    ...state,
    missing,
    unseen: 0,
    order,
    scan: null,
    complete: {
      round: scan.round,
      startedAt: scan.startedAt,
      endedAt,
      documents: scan.observed,
      pages: scan.nextPage - 1,
      pageRows: scan.firstPageRows,
      foreignRows: Math.max(0, scan.rows - scan.observed),
      ...(scan.hasDomains === true ? { hasDomains: true } : {}),
    },
    // Delta scans find what was created during the scan.
    ...(isFirst
      ? {
          watermark: maxId,
          nextWatermark: { id: maxId, at: scan.startedAt, page: lastPage },
          lastPage,
          deltaAt: null,
        }
      : {}),
  };
}
