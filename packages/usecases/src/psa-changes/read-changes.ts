import { DO_NOT_CONTACT_FIELD, parseFlag, qualificationFieldOf } from '@leadbridge/domain';

import type { SuppressionDependencies } from '../suppression/suppression-work.js';
import type { TicketNotification } from './ticket-notification.js';

const leadTicketType = 1;

/**
 * The possible changes of a ticket when the PSA reported only that it changed: everything in the ticket that
 * may differ from our records. Values that match our records have no effect, so a repeated notification, or
 * one caused by our own write, does nothing.
 */
export async function readChanges(
  { psa, suppressions }: Pick<SuppressionDependencies, 'psa' | 'suppressions'>,
  ticketId: number,
): Promise<TicketNotification> {
  const leads = await suppressions.leadsOfTicket(ticketId);
  const ticket = await psa.session({ priority: 'opt_out' }).getTicket(ticketId);
  if (ticket === null) {
    return { ticketId, changes: {} };
  }
  // A suppression handles everything else of leads with this state, unless an admin has removed it since.
  const isKnownOptOut =
    leads.length > 0 &&
    leads.every(({ status, doNotContact }) => status === 'do_not_contact' && doNotContact);
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
      // A PSA may ignore the type that we write, so a ticket that is still of type Lead proves nothing.
      ...(ticket.tickettypeId === leadTicketType
        ? {}
        : { tickettype_id: { new_value: ticket.tickettypeId } }),
    },
  };
}
