import { leadDetailsView, leadView, wireForm } from '@leadbridge/contracts';
import type { LeadDetailsView, LeadView } from '@leadbridge/contracts';
import type { LeadDetails, LeadRecord } from '@leadbridge/usecases';

import { withSharedFields } from './shared-record.js';

export function presentLead(lead: LeadRecord): LeadView {
  return wireForm(leadView, withLeadFields(lead));
}

export function presentLeadDetails(lead: LeadDetails): LeadDetailsView {
  return wireForm(leadDetailsView, withLeadFields(lead));
}

function withLeadFields<R extends LeadRecord>(lead: R) {
  const { provenance: fieldSources } = lead;
  return { ...withSharedFields(lead, 'lead'), fieldSources, externalId: externalIdOf(lead) };
}

/** The id of the source that created the lead, else of the first other source that sent one. */
function externalIdOf({ source, sources }: LeadRecord): string | null {
  const own = sources.find((one) => one.source === source)?.externalId ?? null;
  return own ?? sources.find(({ externalId }) => externalId !== null)?.externalId ?? null;
}
