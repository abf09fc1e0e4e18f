import { keysOfTraits, personTraits, suppressionKeyText, type SuppressionKey } from '@leadbridge/domain';

import type { ImportStore } from '../../ports/import-store.js';
import { erasedRow } from '../../work/erased-row.js';
import type { CleanRow, ImportRow, MatchedRow } from '../import-row-state.js';

/** A row whose data was accepted before its job, and of which nothing is in the PSA yet. */
interface OlderRow<T> {
  readonly state: T;
  readonly dataFrom: number;
}

/**
 * The rows whose data may be that of a person whose erasure was requested, and does not know the person yet:
 * they wait until it does.
 */
export async function rowsBeforeErasure(
  rows: readonly CleanRow[],
  store: Pick<ImportStore, 'isErasureComing'>,
): Promise<ReadonlySet<ImportRow>> {
  const older = rows.flatMap(olderThanItsJob);
  if (older.length === 0) {
    return new Set();
  }
  const since = Math.min(...older.map(({ dataFrom }) => dataFrom));
  return new Set((await store.isErasureComing(since)) ? older.map(({ state }) => state.row) : []);
}

/**
 * Fails each row with data that was accepted before its person was erased: the commit of a dry run, a retry
 * and the adoption of a ticket must not bring the person back. Checked while the keys of the rows are
 * claimed, which an erasure claims as well, so that it holds until the rows are recorded.
 */
export async function refuseErased(
  rows: readonly MatchedRow[],
  store: Pick<ImportStore, 'findErased'>,
): Promise<void> {
  const asked = rows.flatMap(olderThanItsJob).map((older) => ({ ...older, keys: keysOf(older.state) }));
  if (asked.length === 0) {
    return;
  }
  const erased = await store.findErased(asked.flatMap(({ keys }) => keys));
  for (const { state, dataFrom, keys } of asked) {
    const times = keys.flatMap((key) => erased.get(suppressionKeyText(key)) ?? []);
    if (times.some((at) => at >= dataFrom)) {
      state.outcome = erasedRow;
    }
  }
}

function olderThanItsJob<T extends CleanRow>(state: T): readonly OlderRow<T>[] {
  const { dataFrom, intent } = state.row;
  return dataFrom === undefined || intent !== null ? [] : [{ state, dataFrom }];
}

function keysOf({ lead }: MatchedRow): readonly SuppressionKey[] {
  return keysOfTraits(personTraits(lead));
}
