import type { TicketChange } from '../state/psa-state.js';
import type { HaloContext } from './halo-context.js';
import { presentAction, presentTicket } from './present-wire.js';

/** What a webhook of this PSA contains of a changed ticket: the whole ticket, and the newest action, but not what it was before. */
export function haloNotification(context: HaloContext, change: TicketChange): object {
  const { state } = context;
  const base = { event: 'Ticket Updated', object_id: change.ticketId, timestamp: new Date().toISOString() };
  const row = state.tickets.get(change.ticketId);
  if (row === undefined) {
    return { ...base, ticket_id: String(change.ticketId) };
  }
  const ticket = presentTicket(context, row, { as: 'one', fields: 'all' });
  const action = state.actions.get(state.actions.idsBy('ticket_id', row.id).at(-1) ?? 0);
  return {
    ...base,
    ticket,
    ...(action === undefined ? {} : { action: presentAction(context, action) }),
  };
}
