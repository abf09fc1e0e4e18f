import type { QualificationView, SharedRecordView } from '@leadbridge/contracts';
import {
  allowedStatuses,
  customFieldName,
  personName,
  type CustomFieldValue,
  type Lead,
  type QualificationData,
  type RecordKind,
  type Status,
} from '@leadbridge/domain';
import type { LifecycleRecord } from '@leadbridge/usecases';

/** The common fields of a lead, a prospect and an opportunity. */
export function presentShared(
  record: LifecycleRecord & { readonly status: Status },
  kind: RecordKind,
): SharedRecordView {
  return {
    lead_id: record.leadId,
    psa_ticket_id: record.psaTicketId,
    source: record.source,
    do_not_contact: record.doNotContact,
    contact: presentContact(record.lead),
    research: presentResearch(record.lead),
    custom_fields: presentCustomFields(record.lead),
    allowed_statuses: allowedStatuses(kind, record.status),
    history: record.history.map(({ from, to, at, by, reason }) => ({ from, to, at, by, reason })),
    irregular_changes: record.irregularChanges.map((change) => ({
      from: change.from,
      to: change.to,
      at: change.at,
      by: change.by,
      psa_status_id: change.psaStatusId,
      psa_tickettype_id: change.psaTickettypeId,
    })),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}

export function presentQualification(data: QualificationData): QualificationView {
  return {
    pain_points: data.painPoints,
    qualified_services: data.qualifiedServices,
    decision_maker: data.decisionMaker,
    budget_range: data.budgetRange,
    timeframe: data.timeframe,
    fit_score: data.fitScore,
    qualification_notes: data.qualificationNotes,
  };
}

function presentContact(lead: Lead): SharedRecordView['contact'] {
  return {
    first_name: lead.firstName,
    last_name: lead.lastName,
    name: personName(lead),
    title: lead.jobTitle,
    email: lead.email,
    phone: lead.phone,
    linkedin_url: lead.linkedinUrl,
    company: lead.company.name,
    website: lead.company.website,
    company_phone: lead.company.phone,
    industry: lead.industry,
    headcount: lead.headcount,
  };
}

/** The research texts; three of them are custom fields. */
function presentResearch({ research, customFields }: Lead): SharedRecordView['research'] {
  return {
    services_offered: textOf(customFields[102]),
    public_research: research.publicResearch,
    news_articles: research.newsArticles,
    growth_signals: textOf(customFields[103]),
    project_pipelines: textOf(customFields[104]),
    initial_notes: research.initialNotes,
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
