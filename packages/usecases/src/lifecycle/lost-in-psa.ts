import type { RecordKind } from '@leadbridge/domain';

import { refused, type JobOutcome } from '../work/job-outcome.js';

/** A record whose ticket is there, as far as we know. */
export type WithTicket<T extends { readonly psaTicketId: number | null }> = T & {
  readonly psaTicketId: number;
};

/** False once the PSA has issued the id of the record's ticket again. */
export function hasTicket<T extends { readonly psaTicketId: number | null }>(
  record: T,
): record is WithTicket<T> {
  return record.psaTicketId !== null;
}

/** Nothing can be shown in the PSA for a record whose ticket is lost, and nothing of the record changes. */
export function ticketLost(kind: RecordKind, leadId: number): JobOutcome {
  const message = `The PSA has issued the id of the ${kind}'s ticket again, and the ticket is lost; import the lead again, which gives it a new one`;
  return refused('VALIDATION_ERROR', message, { field: 'psa_ticket_id', value: null, lead_id: leadId });
}

/** The same for an opportunity of the PSA. */
export function opportunityLost(opportunityId: number): JobOutcome {
  const message = 'The PSA has issued the id of the opportunity again, and what it had under it is lost';
  return refused('VALIDATION_ERROR', message, {
    field: 'psa_opportunity_id',
    value: null,
    opportunity_id: opportunityId,
  });
}
