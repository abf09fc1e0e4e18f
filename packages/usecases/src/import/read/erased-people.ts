import {
  keysOfTraits,
  traitsWithEach,
  suppressionKeyText,
  type SuppressionKey,
  gatingKeysOfLead,
  peopleInPayload,
  type LeadSource,
  type ReadSettings,
} from '@leadbridge/domain';

import type { ImportStore } from '../../ports/import-store.js';
import { erasedRow } from '../../work/erased-row.js';
import type { Decided, StageContext } from '../batch.js';
import type { CleanRow, ImportRow, MatchedRow } from '../import-row-state.js';

/** A row whose data was accepted before its job, and of which nothing is in the PSA yet. */
interface OlderRow<T> {
  readonly state: T;
  readonly dataFrom: number;
}

/** The rows that wait until a requested erasure knows whether their person is erased. */
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
  return traitsWithEach(lead).flatMap(keysOfTraits);
}

/** Of people who had opted out before they were erased nothing is stored, least of all the reason. */
export async function forgetErased(
  rejected: readonly Decided[],
  { store, settings }: Pick<StageContext, 'store' | 'settings'>,
): Promise<readonly Decided[]> {
  const keys = rejected.map(({ row: { source, data } }) => keysInPayload([source], data, settings()));
  const erased = await erasedAmong(keys, store);
  return rejected.map((each, index) => (erased[index] === true ? { ...each, outcome: erasedRow } : each));
}

/** Whether each of several rows, by the keys of its people, is of somebody who had opted out before they were erased. */
export async function erasedAmong(
  rows: readonly (readonly SuppressionKey[])[],
  store: Pick<ImportStore, 'findOptedOut'>,
): Promise<readonly boolean[]> {
  const asked = rows.flat();
  const optedOut = asked.length === 0 ? null : await store.findOptedOut(asked);
  return rows.map((keys) =>
    keys.some((key) => optedOut?.get(suppressionKeyText(key))?.suppressionId === null),
  );
}

/** @param sources of which one has sent the payload */
export function keysInPayload(
  sources: readonly LeadSource[],
  data: unknown,
  settings: ReadSettings,
): readonly SuppressionKey[] {
  return sources
    .flatMap((source) => peopleInPayload(source, data, settings))
    .flatMap((lead) => gatingKeysOfLead(lead));
}
