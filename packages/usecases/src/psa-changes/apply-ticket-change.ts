import { jobCatalogue } from '@leadbridge/contracts';
import { qualificationFromFields, type QualificationData, type TicketSnapshot } from '@leadbridge/domain';

import type { LeadRecord } from '../ports/records.js';
import type { NotifiedChanges } from './changed-fields.js';
import { withLead, type LeadWork, type LifecycleDependencies } from '../lifecycle/claim-lead.js';
import { followTicket, type PsaCause } from './follow-ticket.js';
import { readTicketChange } from './read-ticket-change.js';

/** A change of a ticket that the PSA has told of. */
export interface PsaTicketChange {
  readonly ticketId: number;
  readonly changes: NotifiedChanges;
  /** The job that brought it. */
  readonly jobId: string;
  /** ISO 8601. */
  readonly at: string;
  /** Whether the record follows even a transition that the lifecycle does not allow; the error log says so in any case. */
  readonly isForced?: boolean;
}

/**
 * Lets our records follow what people do in the PSA (decisions, "Moving a lead between states"): a legal move of status or type is made,
 * an illegal one stays as it is in the PSA, is told in the error log and shown on the record, and qualification data that people
 * enter are taken over. Nothing is ever written to the PSA. What the service itself has written comes back unchanged, and does nothing;
 * so does a notification that comes again, or too late.
 *
 * An opt-out is processed as a suppression: of it only the lead's state follows here.
 *
 * @throws RecordBusyError, StaleClaimError when the change is to be brought again a little later
 */
export async function applyTicketChange(deps: LifecycleDependencies, change: PsaTicketChange): Promise<void> {
  const concerning = readTicketChange(change.changes);
  const lead = concerning === null ? null : await deps.store.findLeadByTicket(change.ticketId);
  if (concerning === null || lead === null) {
    return;
  }
  await withLead(deps, lead.leadId, jobCatalogue.ticket_change.priority, async (work) => {
    const ticket = await work.session.getTicket(change.ticketId);
    if (ticket === null) {
      return;
    }
    const cause: PsaCause = { ...change, by: agentOf(ticket), reason: null };
    if (concerning.qualification.length > 0) {
      await takeQualification(work, lead.leadId, ticket, concerning.qualification, cause);
    }
    const { statusId, tickettypeId } = concerning;
    if (statusId !== null || tickettypeId !== null) {
      const notifiedState = {
        statusId: statusId ?? ticket.statusId,
        tickettypeId: tickettypeId ?? ticket.tickettypeId,
      };
      await followTicket(
        work,
        lead.leadId,
        {
          ticket,
          notified: { ...ticket, ...notifiedState },
          hasTypeChange: tickettypeId !== null,
          isForced: change.isForced === true,
        },
        cause,
      );
    }
  });
}

/** Takes over what people have entered or emptied. */
async function takeQualification(
  work: LeadWork,
  leadId: number,
  ticket: TicketSnapshot,
  keys: readonly (keyof QualificationData)[],
  cause: PsaCause,
): Promise<void> {
  const lead = await work.store.findLead(leadId);
  if (lead === null) {
    return;
  }
  const prospect = await prospectOf(work, lead);
  const before = (prospect ?? lead).qualification;
  const inTicket = qualificationFromFields(ticket.customFields);
  const entered = Object.fromEntries(keys.map((key) => [key, inTicket[key]]));
  const qualification: QualificationData = { ...before, ...entered };
  if (keys.every((key) => qualification[key] === before[key])) {
    return;
  }
  await work.assertHeld();
  await work.store.record({
    fence: work.fence,
    at: cause.at,
    ...(prospect === null
      ? { lead: { leadId, qualification } }
      : { prospect: { prospectId: prospect.prospectId, qualification } }),
  });
}

async function prospectOf({ store }: LeadWork, { prospectId }: LeadRecord) {
  return prospectId === null ? null : await store.findProspect(prospectId);
}

function agentOf({ lastUpdatedBy }: TicketSnapshot): string {
  return lastUpdatedBy === null ? 'psa' : `psa: ${lastUpdatedBy}`;
}
