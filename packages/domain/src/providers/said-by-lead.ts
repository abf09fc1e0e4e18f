import { foldCase, lettersAndDigits } from '../comparison-form.js';
import { employeeBracket, revenueBracket } from '../company-size.js';
import { departmentOf } from '../department.js';
import { managementLevel } from '../management-level.js';
import type { Lead } from '../model.js';
import { bracketed, readCount, readQuantity } from '../quantity.js';
import type { FlatField } from './field-names.js';
import { text, texts } from './payload.js';

/** The values in which a lead has what a field says, without empty ones. */
export function valuesOfField(field: FlatField, lead: Lead): readonly unknown[] {
  const { company, customFields, research } = lead;
  const name = [lead.firstName, lead.lastName].filter((part) => part !== null).join(' ');
  const address = [customFields[113]];
  const values: Readonly<Record<FlatField, readonly unknown[]>> = {
    first_name: lead.firstName === null ? [] : [name],
    last_name: lead.lastName === null ? [] : [name],
    name: name === '' ? [] : [name],
    email: [lead.email, ...(lead.otherEmails ?? [])],
    company: [company.name],
    title: [lead.jobTitle],
    phone: lead.phone === null ? [] : [lead.phone, ...(lead.otherPhones ?? []), company.phone],
    company_phone: [company.phone],
    website: [company.website],
    industry: [lead.industry],
    headcount: [lead.headcount, customFields[108]],
    linkedin_url: [lead.linkedinUrl],
    do_not_contact: lead.doNotContact ? ['true'] : [],
    // Only the flat format has one.
    external_id: [],
    annual_revenue: [customFields[107]],
    technologies: [customFields[106]],
    management_level: [customFields[109]],
    department: [customFields[110]],
    founded_year: [customFields[112]],
    ...{ location: address, street: address, city: address, state: address },
    ...{ postal_code: address, country: address },
    services_offered: [customFields[102]],
    growth_signals: [customFields[103]],
    project_pipelines: [customFields[104]],
    public_research: [research.publicResearch],
    news_articles: [research.newsArticles],
    initial_notes: [research.initialNotes],
  };
  return values[field].filter((value) => value !== null && value !== undefined);
}

/** What a lead has of values that are stored in another form: the bracket of a number, the term for a word. */
const STORED: Readonly<Partial<Record<FlatField, (value: unknown) => string | null>>> = {
  headcount: (value) => {
    const count = readCount(value);
    return count !== null && count.from === count.to
      ? String(count.from)
      : count && employeeBracket(bracketed(count));
  },
  annual_revenue: (value) => {
    const revenue = readQuantity(value);
    return revenue && revenueBracket(bracketed(revenue));
  },
  management_level: (value) => managementLevel(text(value)),
  department: (value) => departmentOf(text(value)),
};

/** Whether a lead has what a value of a field says, in whatever spelling; a part of it, or more, is the same. */
export function saysValue(lead: Lead, field: FlatField, value: unknown): boolean {
  const known = valuesOfField(field, lead);
  const stored = STORED[field]?.(value);
  if (stored !== undefined) return known.some((each) => String(each) === stored);
  const written = texts(value);
  return written.length > 0 && written.every((each) => known.some((other) => isPartOf(each, other)));
}

function isPartOf(one: string, other: unknown): boolean {
  const [short, long] = [compared(one), compared(text(other) ?? '')].toSorted((a, b) => a.length - b.length);
  return short !== undefined && short !== '' && long?.includes(short) === true;
}

/** Without what cleansing changes: case, signs, the scheme of a link, and the zeros before a phone number. */
function compared(written: string): string {
  return lettersAndDigits(foldCase(written.replace(/^\s*https?:\/\//iu, ''))).replace(/^0+(?=.)/u, '');
}
