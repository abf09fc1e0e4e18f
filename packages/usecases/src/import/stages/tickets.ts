import { newTicket, personName } from '@leadbridge/domain';

import type { NewPsaTicket } from '../../ports/psa.js';
import type { ContactOfTickets } from '../../psa/lead-tickets.js';
import type { StageContext } from '../batch.js';
import { planned, type RowWork } from '../row-work.js';
import { writeOnce } from '../../work/write-once.js';
import { failRow } from './failures.js';
import { forgetRefusedPlaces } from './users.js';

interface NewLeadTicket {
  readonly row: RowWork;
  readonly ticket: NewPsaTicket;
}

/** Creates the tickets of new leads: one for each, whatever happens to the answers. */
export async function createTickets(rows: readonly RowWork[], context: StageContext): Promise<void> {
  const { session, knowledge, store, clock } = context;
  const fresh = planned(rows, 'create').flatMap((row): NewLeadTicket[] => {
    const { clientId, siteId, userId } = row.place;
    return clientId === null || userId === null
      ? []
      : [
          {
            row,
            ticket: {
              client_id: clientId,
              ...(siteId === null ? {} : { site_id: siteId }),
              user_id: userId,
              ...newTicket(row.merged, row.row.source, { customFields: row.row.options.customFields }),
            },
          },
        ];
  });
  const results = await writeOnce({
    session,
    items: fresh,
    create: async (items) => session.createTickets(items.map(({ ticket }) => ticket)),
    find: async ({ row, ticket }) => {
      const ours = await knowledge.tickets.ofContacts(session, {
        key: row.key,
        contacts: [contactOf(row, ticket)],
        tickettypeId: ticket.tickettype_id,
        notBefore: clock.now(),
      });
      // Without deduplication older tickets of the person are not the one that was lost.
      const known = row.row.options.deduplication ? null : row.ticket?.id;
      return (
        ours
          .map(({ id }) => id)
          .filter((id) => id !== known)
          .sort((a, b) => b - a)[0] ?? null
      );
    },
  });
  fresh.forEach(({ row, ticket }, index) => {
    const result = results[index] ?? { ok: false, uncertain: true, message: 'The PSA gave no answer' };
    if (!result.ok) {
      failRow(row, result);
      return;
    }
    row.ticketId = result.id;
    const { merged, place } = row;
    knowledge.tickets.learn({
      id: result.id,
      tickettypeId: ticket.tickettype_id,
      statusId: ticket.status_id,
      summary: ticket.summary,
      clientId: place.clientId,
      siteId: place.siteId,
      userId: place.userId,
      email: merged.email,
      userName: personName(merged),
      clientName: merged.company.name,
      lastUpdatedBy: context.settings().integrationUser.id,
      customFields: Object.fromEntries(ticket.customfields.map(({ id, value }) => [id, value])),
    });
  });
  await forgetRefusedPlaces(rows, store);
}

/** The contact of a new ticket, as the lead describes it. */
function contactOf(
  { merged }: RowWork,
  { client_id: clientId, user_id: id }: NewPsaTicket,
): ContactOfTickets {
  const { email, firstName, lastName, company } = merged;
  return { id, clientId, email, firstName, lastName, clientName: company.name };
}
