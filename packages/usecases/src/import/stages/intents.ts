import { isoTime } from '@leadbridge/platform';

import type { ImportIntent, RowRef } from '../../ports/import-store.js';
import type { StageContext } from '../batch.js';
import { planned, type RowWork } from '../row-work.js';

/** Writes down what is about to be done, before the first write to the PSA; see `ImportIntent`. */
export async function writeIntents(
  rows: readonly RowWork[],
  { store, clock, claims }: StageContext,
): Promise<void> {
  const at = isoTime(clock.now());
  const intents: { ref: RowRef; intent: ImportIntent }[] = [];
  for (const { row, stood } of planned(rows, 'create')) {
    if (row.intent === null) {
      intents.push({ ref: row.ref, intent: { kind: 'create', at, stood } });
    }
  }
  for (const { row, plan, ticketId } of planned(rows, 'update')) {
    if (row.intent === null && ticketId !== null) {
      const { customFields, contact, fieldsUpdated, fieldsPreserved, manualWorkDetected, note } = plan;
      intents.push({
        ref: row.ref,
        intent: {
          kind: 'update',
          at,
          ticketId,
          customFields,
          contact,
          fieldsUpdated,
          fieldsPreserved,
          manualWorkDetected,
          note,
        },
      });
    }
  }
  await store.saveIntents(claims.fence, intents);
}
