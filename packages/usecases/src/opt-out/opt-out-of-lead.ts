import type { OptOutOrigin, TicketMark } from '@leadbridge/contracts';
import { personKeys, type Lead } from '@leadbridge/domain';

import type { OptOutRequest } from '../ports/opt-out.js';

/**
 * The request for the ledger when the person of a lead opts out. The ledger tells `lead.do_not_contact` and marks the person's
 * other leads; whoever writes the request does neither.
 *
 * @param marks what is still to be done with the ticket; `status` lets the lead move where the lifecycle allows it
 */
export function optOutOfLead(
  record: { readonly leadId: number; readonly psaTicketId: number; readonly lead: Lead },
  cause: {
    readonly origin: OptOutOrigin;
    readonly reason: string;
    /** ISO 8601. */
    readonly at: string;
    readonly by: string;
    readonly marks: readonly TicketMark[];
    /** CF_101 of the ticket, where it is known; read from it otherwise. */
    readonly leadSource?: string | null;
  },
): OptOutRequest {
  const { leadId, psaTicketId, lead } = record;
  const { origin, reason, at, by, marks, leadSource = null } = cause;
  return {
    origin,
    ticketId: psaTicketId,
    leadId,
    person: {
      email: lead.email,
      firstName: lead.firstName,
      lastName: lead.lastName,
      companyName: lead.company.name,
    },
    keys: personKeys(lead),
    leadSource,
    reason,
    marks,
    at,
    by,
  };
}
