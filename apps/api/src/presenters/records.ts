import { leadDetailsView, leadView, opportunityView, prospectView, wireForm } from '@leadbridge/contracts';
import type { LeadDetailsView, LeadView, OpportunityView, ProspectView } from '@leadbridge/contracts';
import { allowedStatuses, customFieldName, personName } from '@leadbridge/domain';
import type { CustomFieldValue, Lead, RecordKind, Status } from '@leadbridge/domain';
import type {
  LeadDetails,
  LeadRecord,
  LifecycleRecord,
  OpportunityRecord,
  ProspectRecord,
} from '@leadbridge/usecases';

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

export function presentProspect(prospect: ProspectRecord): ProspectView {
  return wireForm(prospectView, withSharedFields(prospect, 'prospect'));
}

export function presentOpportunity(record: OpportunityRecord): OpportunityView {
  const { opportunity: opportunityData } = record;
  return wireForm(opportunityView, { ...withSharedFields(record, 'opportunity'), opportunityData });
}

/** The record with what responses show of it under other names, the same for a lead, a prospect and an opportunity. */
function withSharedFields<R extends LifecycleRecord & { readonly status: Status }>(
  record: R,
  kind: RecordKind,
) {
  const { lead, qualification: qualificationData } = record;
  const { company, customFields } = lead;
  return {
    ...record,
    contact: {
      ...lead,
      name: personName(lead),
      title: lead.jobTitle,
      company: company.name,
      website: company.website,
      companyPhone: company.phone,
    },
    /** The research texts; three of them are custom fields. */
    research: {
      ...lead.research,
      servicesOffered: textOf(customFields[102]),
      growthSignals: textOf(customFields[103]),
      projectPipelines: textOf(customFields[104]),
    },
    customFields: presentCustomFields(lead),
    allowedStatuses: allowedStatuses(kind, record.status),
    qualificationData,
  };
}

function presentCustomFields({ customFields }: Lead): Record<string, CustomFieldValue> {
  return Object.fromEntries(
    Object.entries(customFields).flatMap(([id, value]) =>
      value === undefined ? [] : [[customFieldName(Number(id)), value]],
    ),
  );
}

function textOf(value: CustomFieldValue | undefined): string | null {
  return value === undefined ? null : String(value);
}
