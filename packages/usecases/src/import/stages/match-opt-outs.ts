import {
  distinctKeys,
  personKeys,
  suppressionKeyText,
  type SuppressionKey,
  type SuppressionKeyKind,
  type TicketSnapshot,
} from '@leadbridge/domain';

import type { StageContext } from '../batch.js';
import { keysOfPerson, type ImportRowState } from '../import-row-state.js';

/** Most specific first. */
const kindsByWeight: readonly SuppressionKeyKind[] = ['email', 'company-person', 'phone-person', 'phone'];

/** Checks whether the person has opted out, by any key from the row, our record or the ticket. */
export async function matchOptOuts(
  rows: readonly ImportRowState[],
  { store }: Pick<StageContext, 'store'>,
): Promise<void> {
  const asked = rows.map((state) => ({ row: state, keys: allKeysOf(state) }));
  const found = await store.findOptedOut(asked.flatMap(({ keys }) => keys));
  for (const { row, keys } of asked) {
    const [hit] = keys
      .filter((key) => found.has(suppressionKeyText(key)))
      .sort((one, other) => kindsByWeight.indexOf(one.kind) - kindsByWeight.indexOf(other.kind));
    row.suppressed =
      hit === undefined
        ? null
        : { by: hit.kind, suppressionId: found.get(suppressionKeyText(hit))?.suppressionId ?? null };
  }
}

/** Checks again if the ticket now has a different email address from the one matched before. */
export async function matchOptOutAnew(
  state: ImportRowState,
  before: TicketSnapshot | null,
  context: Pick<StageContext, 'store'>,
): Promise<void> {
  if ((state.ticket?.email ?? null) !== (before?.email ?? null)) {
    await matchOptOuts([state], context);
  }
}

function allKeysOf(state: ImportRowState): readonly SuppressionKey[] {
  return distinctKeys([...keysOfPerson(state), ...personKeys([{ email: state.ticket?.email ?? null }])]);
}
