import { cleanCompanyName } from '../cleansing/company-name.js';
import { cleanEmail } from '../cleansing/email.js';
import { partedName } from '../cleansing/full-name.js';
import { LIMITS } from '../cleansing/limits.js';
import { cleanName } from '../cleansing/text.js';
import { cleanProfileUrl, cleanWebsite } from '../cleansing/website.js';
import { customFieldValues, DO_NOT_CONTACT_FIELD, LEAD_SOURCE_FIELD } from '../custom-fields.js';
import type { Lead, LeadSource } from '../model.js';
import { unreadable, type IgnoredKey } from './ignored-keys.js';
import type { LeadDraft } from './lead-draft.js';
import { isNoText, text } from './payload.js';
import { readPhones, type ReadSettings } from './read-phones.js';

/** A clean lead, and the parts of its payload that could not be imported. */
export interface CleansedLead {
  readonly lead: Lead;
  readonly warnings: readonly string[];
  /** The keys of numbers other than the one that was used. */
  readonly ignored: readonly IgnoredKey[];
}

/** Cleanses a draft whose email is known to be well-formed or missing (specification, "Data cleansing"). */
export function cleanse(draft: LeadDraft, source: LeadSource, settings: ReadSettings): CleansedLead {
  const warnings: string[] = [];
  const bounded = (value: unknown, name: string, maxLength: number): string | null => {
    if ((text(value, maxLength * 2)?.length ?? 0) > maxLength) {
      warnings.push(`The ${name} was shortened to ${maxLength} characters`);
    }
    if (isNoText(value)) warnings.push(unreadable(name));
    return text(value, maxLength);
  };
  const readable = (value: unknown, name: string, clean: (given: string) => string | null): string | null => {
    const given = text(value, LIMITS.url + 1);
    // A shortened link would lead elsewhere.
    const cleaned = given === null || given.length > LIMITS.url ? null : clean(given);
    if ((given !== null && cleaned === null) || isNoText(value)) warnings.push(unreadable(name));
    return cleaned;
  };

  const nameOf = (value: unknown, name: string): string | null => {
    const line = bounded(value, name, LIMITS.personName);
    return line === null ? null : cleanName(line, LIMITS.personName);
  };

  const firstName = nameOf(draft.firstName, 'first name');
  const lastName = nameOf(draft.lastName, 'last name');
  const hasName = firstName !== null || lastName !== null;
  const names = hasName ? { firstName, lastName } : partedName(nameOf(draft.fullName, 'name') ?? '');
  const companyName = bounded(draft.companyName, 'company name', LIMITS.companyName);
  const phones = readPhones(draft, settings);
  warnings.push(...phones.warnings);

  const lead: Lead = {
    ...names,
    email: typeof draft.email === 'string' ? cleanEmail(draft.email) : null,
    jobTitle: bounded(draft.jobTitle, 'job title', LIMITS.jobTitle),
    // Specification, "Provider field mapping": the organization phone is the fallback.
    phone: phones.own ?? phones.company,
    linkedinUrl: readable(draft.linkedinUrl, 'profile link', cleanProfileUrl),
    company: {
      name: companyName === null ? null : cleanCompanyName(companyName),
      website: readable(draft.website, 'website', cleanWebsite),
      phone: phones.company,
    },
    industry: bounded(draft.industry, 'industry', LIMITS.word),
    headcount: draft.headcount === null || draft.headcount < 1 ? null : draft.headcount,
    doNotContact: draft.doNotContact,
    customFields: customFieldValues({
      ...draft.customFields,
      [LEAD_SOURCE_FIELD]: source.label,
      [DO_NOT_CONTACT_FIELD]: draft.doNotContact,
    }),
    research: draft.research,
    emailVerification: text(draft.emailVerification),
  };
  return { lead, warnings, ignored: phones.ignored };
}
