import type { TicketSnapshot } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { BeforeUpdate, ImportIntent, RowRef } from '../../ports/import-store.js';
import type { StageContext } from '../batch.js';
import { planned, type PlannedRow, type DecidedRow } from '../import-row-state.js';

/** Saves the intents before the first write to the PSA; see `ImportIntent`. */
export async function writeIntents(
  rows: readonly DecidedRow[],
  { store, clock, claims, batch }: StageContext,
): Promise<void> {
  const at = isoTime(clock.now());
  const intents: { ref: RowRef; intent: ImportIntent }[] = [];
  for (const { row, earlierTicketIds } of planned(rows, 'create')) {
    if (row.intent === null) {
      intents.push({ ref: row.ref, intent: { kind: 'create', at, stood: earlierTicketIds } });
    }
  }
  for (const { row, ticketId } of planned(rows, 'reopen')) {
    if (row.intent === null && ticketId !== null) {
      intents.push({ ref: row.ref, intent: { kind: 'reopen', at, ticketId } });
    }
  }
  for (const work of planned(rows, 'update')) {
    const { row, plan, ticketId, ticket } = work;
    if (row.intent === null && ticketId !== null && ticket !== null) {
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
          before: beforeUpdate(work, ticket),
        },
      });
    }
  }
  const { countsProgress } = batch;
  await store.saveIntents({ fence: claims.fence, countsProgress }, intents);
}

/** The current values of the fields that are about to change, and of no others. */
function beforeUpdate(
  { plan, contact, known, row }: PlannedRow<'update'>,
  { statusId, lastUpdatedBy, customFields }: TicketSnapshot,
): BeforeUpdate {
  return {
    statusId,
    lastUpdatedBy,
    customFields: Object.fromEntries(
      Object.keys(plan.customFields).map((id) => [id, customFields[Number(id)] ?? null]),
    ),
    ...(plan.contact.phonenumber === undefined ? {} : { phonenumber: contact?.phonenumber ?? null }),
    ...(plan.contact.linkedin_url === undefined ? {} : { linkedinUrl: contact?.linkedinUrl ?? null }),
    source: known?.sources[row.source.name] ?? null,
  };
}
