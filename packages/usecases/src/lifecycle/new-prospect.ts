import { INITIAL_STATUS, newProspectTicket } from '@leadbridge/domain';
import type { ProspectStatus, QualificationData } from '@leadbridge/domain';

import type { DomainEvent } from '../ports/domain-event.js';
import type { NewProspect } from '../ports/lifecycle-store.js';
import type { TicketChanges } from '../ports/psa.js';
import type { LeadRecord } from '../ports/records.js';
import type { LeadWork } from './claim-lead.js';
import type { WithTicket } from './lost-in-psa.js';
import { transitionTo, type Cause, type AppliedTransition } from './transitions.js';

/** The changes that turn a lead's ticket into a prospect (specification, "PSA request conventions"). */
export async function prospectTicketChanges(
  work: LeadWork,
  qualification: QualificationData,
): Promise<TicketChanges> {
  const { customfields, ...ticket } = newProspectTicket(qualification);
  const statusId = await work.statusIds.idOf(work.session, INITIAL_STATUS.prospect);
  return {
    ...ticket,
    ...(statusId === null ? {} : { status_id: statusId }),
    ...(work.settings().psa.customFieldsEnabled ? { customfields } : {}),
  };
}

/** The prospect that a lead becomes, with all of the lead's data, and the lead's transition. */
export function newProspectOf(
  lead: WithTicket<LeadRecord>,
  prospectId: number,
  cause: Cause,
  convertedBy: string | null,
): { readonly newProspect: NewProspect; readonly move: AppliedTransition } {
  const status = INITIAL_STATUS.prospect;
  const move = transitionTo({ ...lead, kind: 'lead', recordId: lead.leadId }, status, cause);
  const { leadId, psaTicketId, psaClientId, psaUserId, source, qualification, doNotContact } = lead;
  return {
    move,
    newProspect: {
      prospectId,
      leadId,
      psaTicketId,
      psaClientId,
      psaUserId,
      source,
      lead: lead.lead,
      qualification,
      doNotContact,
      status,
      nextAction: null,
      nextActionDate: null,
      opportunityId: null,
      convertedBy,
      promotionReference: null,
      history: [move.change],
      createdAt: cause.at,
    },
  };
}

export function prospectConverted(
  prospect: NewProspect,
  details: { readonly notifyTeam: boolean },
): DomainEvent {
  const data = { ...prospectData(prospect, prospect.status), notify_team: details.notifyTeam };
  return { type: 'prospect.converted', data };
}

export function prospectQualified(prospect: EventSubject): DomainEvent {
  return { type: 'prospect.qualified', data: prospectData(prospect, 'qualified') };
}

type EventSubject = Pick<NewProspect, 'leadId' | 'prospectId' | 'psaTicketId' | 'source' | 'qualification'>;

function prospectData(prospect: EventSubject, status: ProspectStatus) {
  return {
    lead_id: prospect.leadId,
    prospect_id: prospect.prospectId,
    psa_ticket_id: prospect.psaTicketId,
    source: prospect.source,
    status,
    fit_score: prospect.qualification.fitScore,
  };
}
