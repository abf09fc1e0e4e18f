import type { OptOutOrigin, TicketMark } from '@leadbridge/contracts';
import { factsOfLead, gatingKeys, personKeys, personOfLead } from '@leadbridge/domain';

import type { OptOutRequest } from '../ports/suppression.js';
import type { LeadRecord } from '../ports/records.js';

/** Why somebody opted out, where nobody says. */
export const usualOptOutReason = 'Opt-out request';

/**
 * The request for a suppression when the person of a lead opts out. Its processing emits `lead.do_not_contact` and marks the person's
 * other leads; whoever writes the request does neither.
 *
 * @param marks what is still to be done with the ticket; `status` lets the lead move where the lifecycle allows it
 */
export function optOutOfLead(
  record: Pick<LeadRecord, 'leadId' | 'psaTicketId' | 'lead' | 'key'>,
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
  const { leadId, psaTicketId, lead, key } = record;
  const { origin, reason, at, by, marks, leadSource = null } = cause;
  return {
    origin,
    ticketId: psaTicketId,
    leadId,
    person: personOfLead(lead),
    keys: gatingKeys(personKeys([factsOfLead(lead)]), key),
    leadSource,
    reason,
    marks,
    at,
    by,
  };
}
