import { NO_QUALIFICATION, type FieldStates, type LeadStatus } from '@leadbridge/domain';
import type { LeadDetails, LeadRecord } from '@leadbridge/usecases';

import { isoTimes } from '../times-of.js';
import { unpackOrigins } from './field-origins.js';
import { unpackFieldStates } from './field-states.js';
import { markedLead, markedStates } from './marked-lead.js';
import type { LeadDocument } from './lead-model.js';

export function presentLead(document: LeadDocument): LeadRecord {
  return {
    leadId: document._id,
    key: document.key,
    psaTicketId: document.psaTicketId,
    psaClientId: document.psaClientId ?? null,
    psaUserId: document.psaUserId ?? null,
    status: document.status as LeadStatus,
    source: document.createdSource,
    sources: Object.entries(document.sources).map(([source, { receivedAt }]) => ({
      source,
      receivedAt,
      externalId: document.externalIds?.find((id) => id.source === source)?.externalId ?? null,
    })),
    lead: markedLead(document.lead, document.doNotContact),
    provenance: unpackOrigins(document.provenance),
    qualityScore: document.qualityScore,
    doNotContact: document.doNotContact,
    qualification: document.qualification ?? NO_QUALIFICATION,
    prospectId: document.prospectId,
    history: document.history.map(isoTimes),
    irregularChanges: (document.irregularChanges ?? []).map(isoTimes),
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}

export function presentLeadDetails(document: LeadDocument): LeadDetails {
  return { ...presentLead(document), fields: markedStates(statesOf(document), document.doNotContact) };
}

export function statesOf({
  lead,
  provenance,
  sources,
  fieldStates,
}: Pick<LeadDocument, 'lead' | 'provenance' | 'sources' | 'fieldStates'>): FieldStates {
  return unpackFieldStates(fieldStates, { lead, provenance: unpackOrigins(provenance), sources });
}
