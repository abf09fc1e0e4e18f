import pMap from 'p-map';

import { repeatLostResponses } from '../../work/write-once.js';
import type { StageContext } from '../batch.js';
import { planned, type DecidedRow } from '../import-row-state.js';
import { failingRow } from './failures.js';

const concurrentWrites = 4;

/** Reopens the tickets of leads whose import was undone. */
export async function reopenTickets(rows: readonly DecidedRow[], context: StageContext): Promise<void> {
  const { session, caches } = context;
  await pMap(
    planned(rows, 'reopen'),
    async (row) => {
      const { ticket, plan } = row;
      const { status_id: statusId, customfields = [] } = plan.changes;
      if (ticket === null || Object.keys(plan.changes).length === 0) {
        return;
      }
      await failingRow(row, async () => {
        await repeatLostResponses(async () => session.updateTicket(ticket.id, plan.changes));
        caches.tickets.add({
          ...ticket,
          statusId: statusId ?? ticket.statusId,
          customFields: {
            ...ticket.customFields,
            ...Object.fromEntries(customfields.map(({ id, value }) => [id, value])),
          },
        });
      });
    },
    { concurrency: concurrentWrites },
  );
}
