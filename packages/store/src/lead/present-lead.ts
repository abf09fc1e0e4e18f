import { NO_QUALIFICATION, type LeadStatus } from '@leadbridge/domain';
import type { LeadRecord } from '@leadbridge/usecases';

import { unpackOrigins } from './field-origins.js';
import type { LeadDocument } from './lead-model.js';
import { presentHistory, presentIrregular } from './present-history.js';

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
    lead: document.lead,
    provenance: unpackOrigins(document.provenance),
    qualityScore: document.qualityScore,
    doNotContact: document.doNotContact,
    qualification: document.qualification ?? NO_QUALIFICATION,
    prospectId: document.prospectId,
    history: presentHistory(document.history),
    irregularChanges: presentIrregular(document.irregularChanges),
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}
