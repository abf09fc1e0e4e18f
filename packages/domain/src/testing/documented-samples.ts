import { readdirSync, readFileSync } from 'node:fs';
import type { Lead, LeadSource, ProviderKind } from '../model.js';

const folder = new URL('../../../../docs/samples/', import.meta.url);

/** A provider's response in `docs/samples`, and the lead that it is read as. */
export interface DocumentedSample {
  readonly kind: ProviderKind;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly lead: Readonly<Record<string, unknown>>;
}

/** All samples, in the order of their names. */
export function documentedSamples(): readonly DocumentedSample[] {
  return readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as DocumentedSample);
}

/** A source of a kind, as the configuration may add one. */
export function sourceOfKind(kind: ProviderKind): LeadSource {
  return { name: kind, kind, label: `Of ${kind}`, aliases: [], enabled: true };
}

/** A lead with the field names of the samples, without empty fields and without its source. */
export function asDocumented(lead: Lead, warnings: readonly string[]): Record<string, unknown> {
  const fields = {
    first_name: lead.firstName,
    last_name: lead.lastName,
    email: lead.email,
    title: lead.jobTitle,
    phone: lead.phone,
    linkedin_url: lead.linkedinUrl,
    company: lead.company.name,
    website: lead.company.website,
    company_phone: lead.company.phone,
    industry: lead.industry,
    headcount: lead.headcount,
    public_research: lead.research.publicResearch,
    email_verification: lead.emailVerification,
    ...Object.fromEntries(Object.entries(lead.customFields).map(([id, value]) => [`CF_${id}`, value])),
    CF_101: null,
    warnings: warnings.length === 0 ? null : warnings,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
