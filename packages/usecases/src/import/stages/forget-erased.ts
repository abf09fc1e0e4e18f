import {
  gatingKeysOfLead,
  peopleInPayload,
  suppressionKeyText,
  type LeadSource,
  type ReadSettings,
  type SuppressionKey,
} from '@leadbridge/domain';

import type { ImportStore } from '../../ports/import-store.js';
import { erasedRow } from '../../work/erased-row.js';
import type { Decided, StageContext } from '../batch.js';

/**
 * Rejected rows of people who had opted out before they were erased: nothing of them is stored, the reason least of
 * all, which quotes what was sent.
 */
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
