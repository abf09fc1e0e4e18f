import type { PsaCustomField } from '../../ports/psa.js';
import type { StageContext } from '../batch.js';
import type { DecidedRow } from '../import-row-state.js';

/** The maximum number of tickets read per batch. */
const maxTicketsRead = 3;

/** Custom fields just written to the ticket of a row. */
export interface WrittenFields {
  readonly row: DecidedRow;
  readonly fields: readonly PsaCustomField[];
}

/**
 * Reads back values that this process has written to a field for the first time, because a PSA may respond
 * with 2xx to a field that it does not store. Dropped fields are logged, and not written again for a while.
 * The tickets exist by now, so nothing that goes wrong here counts as a fault.
 */
export async function readBackFirstWrites(
  written: readonly WrittenFields[],
  { session, caches, dryRun }: StageContext,
): Promise<void> {
  if (dryRun !== undefined) {
    return;
  }
  let read = 0;
  for (const { row, fields } of written) {
    const unproven = caches.fields
      .unproven(fields)
      // A value that the PSA has no field for is reported elsewhere.
      .filter(({ id, value }) => typeof value !== 'string' || session.fit(id, value) !== '');
    if (row.ticketId === null || unproven.length === 0) {
      continue;
    }
    if (read === maxTicketsRead) {
      return;
    }
    read += 1;
    try {
      const ticket = await session.getTicket(row.ticketId);
      // A PSA that returns no custom fields at all proves nothing.
      const showsFields = Object.keys(ticket?.customFields ?? {}).length > 0;
      if (ticket !== null && showsFields && ticket.lacksCustomFields !== true) {
        row.droppedFields = caches.fields.observe(unproven, ticket.customFields);
      }
    } catch {
      return;
    }
  }
}
