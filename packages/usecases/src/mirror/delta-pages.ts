import { countOf, type TicketSnapshot } from '@leadbridge/domain';
import type { Clock } from '@leadbridge/platform';

import type { MirrorKind, MirrorState, Observation, Observed, PsaMirrorStore } from '../ports/psa-mirror.js';
import type { PsaSession } from '../ports/psa.js';
import { observationOf } from './mirror-keys.js';
import { shortfallOf } from './shortfall.js';

/** A page of a delta scan, with its rows stored. */
export interface DeltaPage {
  readonly ids: readonly number[];
  readonly rowCount: number;
  /** The PSA's total count; null if it returns none. */
  readonly counted: number | null;
  /** Down to the watermark, with the known entities: a PSA restored from a backup reissues ids. */
  readonly showsKnown: boolean;
  /** Whether every id between the page and the watermark is known. */
  leavesNothing(): Promise<boolean>;
  /**
   * Whether it is the last page, or lies beyond: it is empty, repeats the previous one, or is short. Where the PSA
   * does not count, a short page proves nothing: it may hide rows, or its pages may have become smaller.
   *
   * @param fullRows how many rows the longest page had
   */
  isEnd(fullRows: number): boolean;
}

export type DeltaPages = ReturnType<typeof createDeltaPages>;

/** Reads the pages of a list for a delta scan, and stores all their rows in the mirror. */
export function createDeltaPages<K extends MirrorKind>(deps: {
  readonly store: PsaMirrorStore;
  readonly clock: Clock;
  readonly session: Pick<PsaSession, 'listPage'>;
  readonly state: MirrorState & { readonly kind: K };
}) {
  const {
    store,
    clock,
    session,
    state: { kind, watermark, complete, order },
  } = deps;
  let highest = 0;
  let lastPage = 1;
  let lastMark: string | null = null;
  /** What the page with the newest entities counts: the first of all, or the last. */
  let count: { readonly of: number | null; readonly upTo: number } | null = null;
  // What else the PSA counts cannot be told from entities that it does not list.
  let countsOthers = (complete?.foreignRows ?? 0) > 0;

  async function leavesNothing(ids: readonly number[], showsKnown: boolean): Promise<boolean> {
    const lowest = Math.min(...ids);
    if (ids.length === 0 || lowest <= watermark) {
      return showsKnown;
    }
    return (await store.countBetween(kind, watermark, lowest)) === lowest - watermark - 1;
  }

  return {
    /** The highest id on all pages. */
    get highest() {
      return highest;
    },
    /** The last page that was not empty. */
    get lastPage() {
      return lastPage;
    },
    /**
     * How many entities the PSA counted, beyond those in the mirror up to the highest id that it had shown until then: it
     * did not show them. Those that it showed later must not stand in for them.
     */
    async shortfall(): Promise<number> {
      if (countsOthers || count === null || count.of === null) {
        return 0;
      }
      return shortfallOf(count.of, await store.countBetween(kind, 0, count.upTo + 1));
    },
    async observe(number: number): Promise<DeltaPage> {
      const sentAt = clock.now();
      const page = await session.listPage(kind, { page: number, order: 'newest_first' });
      const ids = page.items.map(({ id }) => id);
      const known = await store.byIds(kind, ids);
      const observations = page.items.map((item) => observationOf(kind, item, sentAt));
      await store.put(kind, observations);
      highest = Math.max(highest, ...ids);
      lastPage = page.rowCount > 0 ? Math.max(lastPage, number) : lastPage;
      const isRepeated = page.rowCount > 0 && page.mark === lastMark;
      lastMark = page.mark;
      const counted = countOf(page);
      if (count === null || (order === 'oldest_first' && page.rowCount > 0)) {
        count = { of: counted, upTo: highest };
      }
      countsOthers ||= page.rowCount > ids.length;
      const showsKnown = isAsKnown(observations, known, watermark);
      return {
        ids,
        rowCount: page.rowCount,
        counted,
        showsKnown,
        leavesNothing: async () => leavesNothing(ids, showsKnown),
        isEnd: (fullRows) =>
          page.rowCount === 0 || isRepeated || (page.rowCount < fullRows && counted !== null),
      };
    },
  };
}

function isAsKnown<K extends MirrorKind>(
  page: readonly Observed<K>[],
  known: readonly Observed<K>[],
  watermark: number,
): boolean {
  const knownById = new Map(known.map((each) => [each.id, each]));
  const below = page.filter(({ id }) => id <= watermark);
  return below.length > 0 && below.every((seen) => isSame(seen, knownById.get(seen.id)));
}

/** A ticket that was written, or read by itself, has more keys than its list row. */
function isSame(seen: Observation<object>, known: Observation<object> | undefined): boolean {
  if (known === undefined) {
    return false;
  }
  const { ownKey } = seen.item as Partial<TicketSnapshot>;
  return (
    known.keys.join('\n') === seen.keys.join('\n') || (ownKey !== undefined && known.keys.includes(ownKey))
  );
}
