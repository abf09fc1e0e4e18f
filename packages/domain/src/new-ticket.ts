import { DO_NOT_CONTACT_FIELD, LEAD_SOURCE_FIELD, toPsaCustomFields } from './custom-fields.js';
import type { CustomFieldValue, Lead, LeadSource } from './model.js';

/** The body of a new lead ticket, without the ids of its client, site and user. */
export interface NewTicket {
  readonly summary: string;
  readonly details: string;
  readonly tickettype_id: 1;
  readonly status_id: 1;
  readonly priority_id: 3;
  readonly category_1: 'Lead';
  readonly category_2: string;
  readonly customfields: readonly { readonly id: number; readonly value: CustomFieldValue }[];
}

/**
 * The ticket of a new lead (specification, "Provider field mapping").
 *
 * @param options.customFields false sends only CF_101 and CF_105, because an opt-out must still reach its
 * provider
 * @param options.reference unique; the ticket is found by it after a lost response
 */
export function newTicket(
  lead: Lead,
  source: LeadSource,
  options: { readonly customFields: boolean; readonly reference: string },
): NewTicket {
  const values = {
    ...(options.customFields ? lead.customFields : {}),
    [LEAD_SOURCE_FIELD]: source.label,
    [DO_NOT_CONTACT_FIELD]: lead.doNotContact,
  };
  return {
    summary: ticketSummary(lead),
    details: ticketDetails(lead, source, options.reference),
    tickettype_id: 1,
    status_id: 1,
    priority_id: 3,
    category_1: 'Lead',
    category_2: source.label,
    customfields: toPsaCustomFields(values),
  };
}

/** `<first> <last> - <company>`, or the parts that exist; for a lead without names its email or phone. */
export function ticketSummary(lead: Lead): string {
  const named = [personName(lead), lead.company.name].filter((part) => part !== null).join(' - ');
  return named !== '' ? named : (lead.email ?? lead.phone ?? 'Lead');
}

/** First and last name separated by a space, or null if there is neither. */
export function personName(lead: Pick<Lead, 'firstName' | 'lastName'>): string | null {
  const name = [lead.firstName, lead.lastName].filter((part) => part !== null).join(' ');
  return name === '' ? null : name;
}

/** The details contain email and phone, so that the PSA's search for them finds the ticket. */
function ticketDetails(lead: Lead, source: LeadSource, reference: string): string {
  const facts: readonly (readonly [string, string | number | null])[] = [
    ['Name', personName(lead)],
    ['Job title', lead.jobTitle],
    ['Email', lead.email],
    ['Email verification', lead.emailVerification],
    ['Phone', lead.phone],
    ['LinkedIn', lead.linkedinUrl],
    ['Company', lead.company.name],
    ['Website', lead.company.website],
    ['Industry', lead.industry],
    ['Headcount', lead.headcount],
  ];
  const research: readonly (readonly [string, string | null])[] = [
    ['Public research', lead.research.publicResearch],
    ['News and articles', lead.research.newsArticles],
    ['Initial notes', lead.research.initialNotes],
  ];
  return [
    `Lead imported from ${source.label}.`,
    facts.flatMap(([label, value]) => (value === null ? [] : `${label}: ${value}`)).join('\n'),
    ...research.flatMap(([label, value]) => (value === null ? [] : `${label}:\n${value}`)),
    `Reference: ${reference}`,
  ]
    .filter((section) => section !== '')
    .join('\n\n');
}
