import type { TicketSnapshot } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { LeadRecord } from '../ports/records.js';
import type { OptOutRequest } from '../ports/suppression.js';
import { optOutOfLead, reasonOfShownOptOut, shownOptOutReasons } from '../suppression/opt-out-of-lead.js';
import { recordStep, type LeadWork } from './claim-lead.js';

/** Stores an opt-out that only the ticket knows. True if nothing but the status shows it. */
export async function keepOptOut(work: LeadWork, leadId: number, ticket: TicketSnapshot): Promise<boolean> {
  const { session, statusIds, store, clock } = work;
  const state = await statusIds.stateOf(session, ticket.statusId);
  const reason = reasonOfShownOptOut(ticket, state?.status ?? null);
  if (reason === null) {
    return false;
  }
  const lead = await store.findLead(leadId);
  if (lead?.doNotContact === false) {
    await storeOptOut(work, lead, { origin: 'psa', reason, at: isoTime(clock.now()), by: 'psa' });
  }
  return reason === shownOptOutReasons.status;
}

/** Records the suppression that triggers everything else; one that is recorded already stays as it is. */
export async function storeOptOut(
  work: LeadWork,
  lead: LeadRecord,
  cause: Pick<OptOutRequest, 'origin' | 'reason' | 'at' | 'by'>,
): Promise<void> {
  await recordStep(work, cause.at, {
    lead: { leadId: lead.leadId, doNotContact: true },
    optOut: optOutOfLead(lead, { ...cause, marks: ['flag', 'list'] }),
  });
}
