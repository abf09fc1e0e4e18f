import { toPsaCustomFields } from './custom-fields.js';
import type { CustomFieldValue, Lead } from './model.js';
import { personName, ticketSummary } from './new-ticket.js';
import { opportunityFields, type OpportunityData } from './opportunity.js';
import { qualificationFacts, type QualificationData } from './qualification.js';

/** Everything that an opportunity inherits and adds (specification, "Opportunity"). */
export interface OpportunityFacts {
  readonly lead: Lead;
  readonly qualification: QualificationData;
  readonly opportunity: OpportunityData;
  /** Unique: it finds the opportunity if the response to its creation is lost. */
  readonly reference: string;
}

/** The body of a new opportunity, without the ids of its client and user. */
export interface NewOpportunity {
  readonly summary: string;
  readonly details: string;
  /** The known values of CF_301 to CF_304. */
  readonly customfields: readonly { readonly id: number; readonly value: CustomFieldValue }[];
}

/** The opportunity that a prospect is promoted to (specification, "PSA request conventions"). */
export function newOpportunity(facts: OpportunityFacts): NewOpportunity {
  return {
    summary: ticketSummary(facts.lead),
    details: opportunityDetails(facts),
    customfields: toPsaCustomFields(opportunityFields(facts.opportunity)),
  };
}

/** Sales data without a field of its own, and contact, qualification and research, which carry forward. */
export function opportunityDetails({
  lead,
  qualification,
  opportunity,
  reference,
}: OpportunityFacts): string {
  const sections = [
    section('Opportunity', [
      ['Value', opportunity.value],
      ['Probability', opportunity.probability === null ? null : `${opportunity.probability} %`],
      ['Expected close date', opportunity.expectedCloseDate],
    ]),
    section('Contact', [
      ['Name', personName(lead)],
      ['Job title', lead.jobTitle],
      ['Email', lead.email],
      ['Phone', lead.phone],
      ['LinkedIn', lead.linkedinUrl],
      ['Company', lead.company.name],
      ['Website', lead.company.website],
      ['Industry', lead.industry],
    ]),
    section('Qualification', qualificationFacts(qualification)),
    section('Research', [
      ['Public research', lead.research.publicResearch],
      ['News and articles', lead.research.newsArticles],
      ['Initial notes', lead.research.initialNotes],
    ]),
    `Reference: ${reference}`,
  ];
  return sections.filter((text) => text !== '').join('\n\n');
}

function section(title: string, facts: readonly (readonly [string, string | number | null])[]): string {
  const lines = facts.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]));
  return lines.length === 0 ? '' : [title, ...lines].join('\n');
}
