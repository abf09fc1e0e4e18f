import type { RecordKind } from '@leadbridge/domain';

import { refused, type JobOutcome } from '../work/job-outcome.js';

/** A record with a ticket, as far as we know. */
export type WithTicket<T extends { readonly psaTicketId: number | null }> = T & {
  readonly psaTicketId: number;
};

/** False once the PSA has reissued the id of the record's ticket. */
export function hasTicket<T extends { readonly psaTicketId: number | null }>(
  record: T,
): record is WithTicket<T> {
  return record.psaTicketId !== null;
}

/** Without a ticket the PSA cannot show any change, so the record does not change either. */
export function ticketLost(kind: RecordKind, leadId: number): JobOutcome {
  const message = `The PSA has issued the id of the ${kind}'s ticket again, and the ticket is lost; import the lead again, which gives it a new one`;
  return refused('VALIDATION_ERROR', message, { field: 'psa_ticket_id', value: null, lead_id: leadId });
}

/** As `ticketLost`, for an opportunity of the PSA. */
export function opportunityLost(opportunityId: number): JobOutcome {
  const message = 'The PSA has issued the id of the opportunity again, and what it had under it is lost';
  return refused('VALIDATION_ERROR', message, {
    field: 'psa_opportunity_id',
    value: null,
    opportunity_id: opportunityId,
  });
}
