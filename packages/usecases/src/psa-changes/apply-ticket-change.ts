import { jobCatalogue } from '@leadbridge/contracts';
import { qualificationFromFields, type QualificationData, type TicketSnapshot } from '@leadbridge/domain';

import type { LeadRecord } from '../ports/records.js';
import type { NotifiedChanges } from './changed-fields.js';
import { recordStep, withLead, type LeadWork, type LifecycleDependencies } from '../lifecycle/claim-lead.js';
import { followTicket, type PsaCause } from './follow-ticket.js';
import { readTicketChange, type ConcerningChange } from './read-ticket-change.js';

export interface PsaTicketChange {
  readonly ticketId: number;
  readonly changes: NotifiedChanges;
  readonly jobId: string;
  readonly at: string;
  /** Also a transition that the lifecycle does not permit; the error log reports it either way. */
  readonly isForced?: boolean;
}

/**
 * Updates each of our records that has a ticket, after people change it in the PSA (decisions, "Moving a lead
 * between states"). Follows a permitted change of status or type; leaves an illegal one in the PSA, reports it in the error log
 * and shows it on the record. Takes over qualification data that people enter. Never writes to the PSA. The
 * service's own writes come back unchanged and have no effect, as do repeated or late notifications.
 *
 * An opt-out is processed as a suppression; here only the lead's state follows it.
 *
 * @throws RecordBusyError, StaleClaimError when the change should be retried a little later
 */
export async function applyTicketChange(deps: LifecycleDependencies, change: PsaTicketChange): Promise<void> {
  const concerning = readTicketChange(change.changes);
  if (concerning === null) {
    return;
  }
  const faults: unknown[] = [];
  for (const { leadId } of await deps.store.findLeadsByTicket(change.ticketId)) {
    // One that cannot follow now must not keep the others from it.
    await applyToLead(deps, leadId, concerning, change).catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) {
    throw faults[0];
  }
}

async function applyToLead(
  deps: LifecycleDependencies,
  leadId: number,
  concerning: ConcerningChange,
  change: PsaTicketChange,
): Promise<void> {
  await withLead(deps, leadId, jobCatalogue.ticket_change.priority, async (work) => {
    const ticket = await work.session.getTicket(change.ticketId);
    if (ticket === null) {
      return;
    }
    const cause: PsaCause = { ...change, by: agentOf(ticket), reason: null };
    if (concerning.qualification.length > 0) {
      await takeQualification(work, leadId, ticket, concerning.qualification, cause);
    }
    const { statusId, tickettypeId } = concerning;
    if (statusId !== null || tickettypeId !== null) {
      const notifiedState = {
        statusId: statusId ?? ticket.statusId,
        tickettypeId: tickettypeId ?? ticket.tickettypeId,
      };
      await followTicket(
        work,
        leadId,
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

/** Takes over fields that people have filled in or cleared. */
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
  await recordStep(
    work,
    cause.at,
    prospect === null
      ? { lead: { leadId, qualification } }
      : { prospect: { prospectId: prospect.prospectId, qualification } },
  );
}

async function prospectOf({ store }: LeadWork, { prospectId }: LeadRecord) {
  return prospectId === null ? null : await store.findProspect(prospectId);
}

function agentOf({ lastUpdatedBy }: TicketSnapshot): string {
  return lastUpdatedBy === null ? 'psa' : `psa: ${lastUpdatedBy}`;
}
