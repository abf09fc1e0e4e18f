import { DO_NOT_CONTACT_FIELD, parseFlag, qualificationFieldOf } from '@leadbridge/domain';

import type { SuppressionDependencies } from '../suppression/suppression-work.js';
import type { TicketNotification } from './ticket-notification.js';

const leadTicketType = 1;

/**
 * What may have changed of a ticket, of which the PSA told no more than that it has: everything that it shows now and that our records do
 * not. What they show too changes nothing once more, so that a notification which comes again, or which our own write has caused, does nothing.
 */
export async function readChanges(
  { psa, suppressions }: Pick<SuppressionDependencies, 'psa' | 'suppressions'>,
  ticketId: number,
): Promise<TicketNotification> {
  const lead = await suppressions.leadOfTicket(ticketId);
  const ticket = await psa.session({ priority: 'opt_out' }).getTicket(ticketId);
  if (ticket === null) {
    return { ticketId, changes: {} };
  }
  // A lead of this state got it with a suppression, whose processing does the rest.
  const isKnownOptOut = lead?.status === 'do_not_contact';
  const fields = Object.entries(ticket.customFields).flatMap(([key, value]) => {
    const id = Number(key);
    const isOptOut = id === DO_NOT_CONTACT_FIELD && parseFlag(value) === true && !isKnownOptOut;
    return isOptOut || qualificationFieldOf(id) !== null ? [{ id, new_value: value }] : [];
  });
  return {
    ticketId,
    changes: {
      customfields: fields,
      ...(isKnownOptOut ? {} : { status_id: { new_value: ticket.statusId } }),
      // A PSA may ignore the type that we write: a ticket that is still a lead tells nothing.
      ...(ticket.tickettypeId === leadTicketType
        ? {}
        : { tickettype_id: { new_value: ticket.tickettypeId } }),
    },
  };
}
