import type { LeadDetailsView, LeadView } from '@leadbridge/contracts';
import type { LeadDetails, LeadRecord } from '@leadbridge/usecases';

import { presentQualification, presentShared } from './shared-record.js';

export function presentLead(lead: LeadRecord): LeadView {
  return {
    ...presentShared(lead, 'lead'),
    status: lead.status,
    quality_score: lead.qualityScore,
    field_sources: Object.fromEntries(
      Object.entries(lead.provenance).map(([field, { source, at }]) => [field, { source, at }]),
    ),
    external_id: externalIdOf(lead),
    sources: lead.sources.map(({ source, receivedAt, externalId }) => ({
      source,
      received_at: receivedAt,
      external_id: externalId,
    })),
    qualification_data: presentQualification(lead.qualification),
    prospect_id: lead.prospectId,
  };
}

/** The id of the source that created the lead, else of the first other source that sent one. */
function externalIdOf({ source, sources }: LeadRecord): string | null {
  const own = sources.find((one) => one.source === source)?.externalId ?? null;
  return own ?? sources.find(({ externalId }) => externalId !== null)?.externalId ?? null;
}

export function presentLeadDetails(lead: LeadDetails): LeadDetailsView {
  return {
    ...presentLead(lead),
    fields: Object.fromEntries(
      Object.entries(lead.fields).map(([field, { value, source, at, jobId, notTaken }]) => [
        field,
        { value, source, at, job_id: jobId, not_taken: notTaken },
      ]),
    ),
  };
}
