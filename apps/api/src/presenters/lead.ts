import type { LeadView } from '@leadbridge/contracts';
import type { LeadRecord } from '@leadbridge/usecases';

import { presentQualification, presentShared } from './shared-record.js';

export function presentLead(lead: LeadRecord): LeadView {
  return {
    ...presentShared(lead, 'lead'),
    status: lead.status,
    quality_score: lead.qualityScore,
    field_sources: Object.fromEntries(
      Object.entries(lead.provenance).map(([field, { source, at }]) => [field, { source, at }]),
    ),
    sources: lead.sources.map(({ source, receivedAt }) => ({ source, received_at: receivedAt })),
    qualification_data: presentQualification(lead.qualification),
    prospect_id: lead.prospectId,
  };
}
