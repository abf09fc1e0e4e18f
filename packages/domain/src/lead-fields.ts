import { customFieldName, DO_NOT_CONTACT_FIELD } from './custom-fields.js';
import type { CustomFieldValue, Lead } from './model.js';

const doNotContact = customFieldName(DO_NOT_CONTACT_FIELD);

/** The values of a lead by the names in its provenance: `first_name`, `phone`, `CF_106` …, without empty ones. */
export function leadFields(lead: Lead): Readonly<Record<string, CustomFieldValue>> {
  const { company, research } = lead;
  const values: Readonly<Record<string, CustomFieldValue | null | undefined>> = {
    first_name: lead.firstName,
    last_name: lead.lastName,
    email: lead.email,
    title: lead.jobTitle,
    phone: lead.phone,
    linkedin_url: lead.linkedinUrl,
    company: company.name,
    website: company.website,
    company_phone: company.phone,
    industry: lead.industry,
    headcount: lead.headcount,
    public_research: research.publicResearch,
    news_articles: research.newsArticles,
    initial_notes: research.initialNotes,
    email_verification: lead.emailVerification,
  };
  const fields: Record<string, CustomFieldValue> = {};
  const add = (name: string, value: CustomFieldValue | null | undefined): void => {
    if (value !== null && value !== undefined && value !== '') fields[name] = value;
  };
  Object.entries(values).forEach(([name, value]) => {
    add(name, value);
  });
  Object.entries(lead.customFields).forEach(([id, value]) => {
    add(customFieldName(Number(id)), value);
  });
  fields[doNotContact] = lead.doNotContact;
  return fields;
}
