import { DO_NOT_CONTACT_FIELD } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { TicketChanges } from '../ports/psa.js';
import type { LeadRecord } from '../ports/records.js';
import type { OptOutRequest } from '../ports/suppression.js';
import { optOutOfLead, reasonOfShownOptOut, shownOptOutReasons } from '../suppression/opt-out-of-lead.js';
import { recordStep, type LeadWork } from './claim-lead.js';
import { writeTicket } from './push-status.js';

/**
 * Sets the status of a ticket, among other fields. If people have given it the status Do Not Contact, which this write
 * replaces, they may not have been heard yet: the notification is late, was lost, or says only that the ticket has
 * changed. So the opt-out is stored before, and CF_105 shows it from now on.
 *
 * @param resumed as for `writeTicket`
 */
export async function moveTicket(
  work: LeadWork,
  { leadId, psaTicketId }: { readonly leadId: number; readonly psaTicketId: number },
  changes: TicketChanges,
  resumed: boolean,
): Promise<void> {
  const isKept = changes.status_id !== undefined && (await keepOptOut(work, leadId, psaTicketId));
  const flag = isKept ? [{ id: DO_NOT_CONTACT_FIELD, value: true }] : [];
  const customfields = [...(changes.customfields ?? []), ...flag];
  await writeTicket(
    work.session,
    psaTicketId,
    customfields.length === 0 ? changes : { ...changes, customfields },
    resumed,
  );
}

/** Stores an opt-out that only the ticket knows. True if nothing but the status shows it. */
async function keepOptOut(work: LeadWork, leadId: number, ticketId: number): Promise<boolean> {
  const { session, statusIds, store, clock } = work;
  const ticket = await session.getTicket(ticketId);
  if (ticket === null) {
    return false;
  }
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
