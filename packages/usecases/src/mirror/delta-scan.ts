import type { Clock } from '@leadbridge/platform';

import { PsaCredentialsError, PsaRefusedError } from '../ports/psa-errors.js';
import type { MirrorKind, MirrorState, PsaMirrorStore } from '../ports/psa-mirror.js';
import type { PsaSession } from '../ports/psa.js';
import { createDeltaPages, type DeltaPages } from './delta-pages.js';

/** Milliseconds after which a PSA that shows an entity also shows everything created before it. */
const settleMs = 30_000;
const maxAttempts = 3;
/** Pages without progress, because new entities push rows onto them, until a PSA seems to repeat itself. */
const patience = 3;

export interface DeltaDependencies {
  readonly store: PsaMirrorStore;
  readonly clock: Clock;
}

/** The PSA does not list its entities in the order observed before. */
class DisorderError extends Error {}

/**
 * Observes everything added to the PSA since the last scan: reads pages from the newest on until one reaches
 * known entities and shows them unchanged.
 *
 * @returns Unix milliseconds when the scan was sent; null if the PSA refuses its list or no longer lists in
 * order, so that the scan proves nothing
 */
export async function deltaScan(
  { store, clock }: DeltaDependencies,
  session: Pick<PsaSession, 'listPage'>,
  state: MirrorState,
): Promise<number | null> {
  const { kind, watermark } = state;
  const sentAt = clock.now();
  const pages = createDeltaPages({ store, clock, session, state });
  try {
    await (state.order === 'oldest_first' ? walkToTheEnd(pages, state) : walkFromTheNewest(pages));
  } catch (error) {
    if (error instanceof PsaRefusedError && !(error instanceof PsaCredentialsError)) {
      // A PSA may refuse whole lists although it permits searches.
      return null;
    }
    if (!(error instanceof DisorderError)) {
      throw error;
    }
    await saveDelta(store, kind, (current) => ({ ...current, order: 'unknown' }));
    return null;
  }
  const { highest, lastPage } = pages;
  if (highest < watermark) {
    // The newest entities are gone: deleted, or lost because the PSA was restored from a backup.
    await store.outdateAbove(kind, highest, sentAt);
  }
  const shortfall = await pages.shortfall();
  await saveDelta(store, kind, (current) => withDelta(current, { sentAt, highest, lastPage, shortfall }));
  return sentAt;
}

async function walkFromTheNewest(pages: DeltaPages): Promise<void> {
  let firstRows = 0;
  let lowest = Number.MAX_SAFE_INTEGER;
  let stalePages = 0;
  for (let number = 1; ; number += 1) {
    const page = await pages.observe(number);
    if (!isSorted(page.ids.toReversed())) {
      throw new DisorderError();
    }
    const reached = Math.min(lowest, ...page.ids);
    stalePages = reached < lowest ? 0 : stalePages + 1;
    lowest = reached;
    firstRows = number === 1 ? page.rowCount : firstRows;
    if (page.isEnd(firstRows) || stalePages > patience || (await page.leavesNothing())) {
      return;
    }
  }
}

/** The newest entities are on the last page. Starts at their previous page or earlier. */
async function walkToTheEnd(pages: DeltaPages, { complete, lastPage }: MirrorState): Promise<void> {
  // A list that was on a single page has not shown how many rows a page may have.
  let pageRows = Math.max(1, complete?.pageRows ?? 1);
  const observe = async (number: number) => {
    const page = await pages.observe(number);
    if (!isSorted(page.ids)) {
      throw new DisorderError();
    }
    pageRows = Math.max(pageRows, page.rowCount);
    return page;
  };
  const begin = Math.max(1, lastPage);
  let from = begin;
  let page = await observe(from);
  let newest = page;
  while (from > 1 && !(await page.leavesNothing())) {
    from -= 1;
    page = await observe(from);
    newest = newest.rowCount === 0 ? page : newest;
  }
  let number = begin;
  const last = newest.counted === null ? 0 : Math.ceil(newest.counted / pageRows);
  if (last > number + 1) {
    const final = await observe(last);
    if (final.rowCount > 0 && (await final.leavesNothing())) {
      number = last;
      newest = final;
    }
  }
  for (let stalePages = 0; !newest.isEnd(pageRows) && stalePages <= patience;) {
    number += 1;
    const before = pages.highest;
    newest = await observe(number);
    stalePages = pages.highest > before ? 0 : stalePages + 1;
  }
}

function isSorted(ids: readonly number[]): boolean {
  return ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0));
}

function withDelta(
  state: MirrorState,
  {
    sentAt,
    highest,
    lastPage,
    shortfall,
  }: {
    readonly sentAt: number;
    readonly highest: number;
    readonly lastPage: number;
    readonly shortfall: number;
  },
): MirrorState {
  const { watermark, nextWatermark } = state;
  const isSettled = nextWatermark.at <= sentAt - settleMs;
  return {
    ...state,
    unseen: Math.max(0, shortfall - state.missing),
    lastPage: isSettled ? nextWatermark.page : state.lastPage,
    watermark: Math.min(highest, isSettled ? Math.max(watermark, nextWatermark.id) : watermark),
    nextWatermark:
      isSettled || highest < nextWatermark.id ? { id: highest, at: sentAt, page: lastPage } : nextWatermark,
    deltaAt: Math.max(sentAt, state.deltaAt ?? 0),
    deltaScans: state.deltaScans + 1,
  };
}

/** Retries if another worker changed the state meanwhile. A change that is not saved costs only requests. */
async function saveDelta(
  store: PsaMirrorStore,
  kind: MirrorKind,
  change: (current: MirrorState) => MirrorState,
): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (await store.saveState(change(await store.state(kind)))) {
      return;
    }
  }
}
