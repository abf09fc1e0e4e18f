import { cleanCompanyName } from '../cleansing/company-name.js';
import { countryCode } from '../cleansing/country.js';
import { readAddresses, type WrittenAddresses } from '../cleansing/email.js';
import { partedName } from '../cleansing/full-name.js';
import { LIMITS } from '../cleansing/limits.js';
import { behindPhone, cleanPhone } from '../cleansing/phone.js';
import { cleanName } from '../cleansing/text.js';
import { cleanProfileUrl, cleanWebsite } from '../cleansing/website.js';
import { customFieldValues, DO_NOT_CONTACT_FIELD, LEAD_SOURCE_FIELD } from '../custom-fields.js';
import type { Lead, LeadSource } from '../model.js';
import type { IgnoredKey } from './ignored-keys.js';
import type { LeadDraft } from './lead-draft.js';
import { isEmpty, text } from './payload.js';

/** The settings that reading a payload depends on. */
export interface ReadSettings {
  /** ISO 3166 alpha-2, for phone numbers without a country code. */
  readonly defaultCountry: string;
}

/** A clean lead, and the parts of its payload that could not be imported. */
export interface CleansedLead {
  readonly lead: Lead;
  readonly warnings: readonly string[];
  /** The keys of numbers other than the one that was used. */
  readonly ignored: readonly IgnoredKey[];
}

/**
 * Cleanses a draft (specification, "Data cleansing"). Of an email only the addresses are read; `emailFault`
 * finds anything else.
 */
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
  const cleanNumber = numberReader(draft, settings);
  const ownPhone = firstPhone(draft.phones, cleanNumber);
  const companyPhone = firstPhone(draft.companyPhones, cleanNumber);
  if (ownPhone.unreadable) warnings.push(unreadable('phone number'));
  else if (companyPhone.unreadable) warnings.push(unreadable("company's phone number"));
  warnings.push(...leftOutOf(ownPhone, 'phone number'), ...leftOutOf(companyPhone, "company's phone number"));

  const written = typeof draft.email === 'string' ? readAddresses(draft.email) : null;
  const [email = null, ...otherEmails] = written?.addresses ?? [];
  warnings.push(...besideEmail(written));

  const lead: Lead = {
    ...names,
    email,
    ...(otherEmails.length === 0 ? {} : { otherEmails }),
    jobTitle: bounded(draft.jobTitle, 'job title', LIMITS.jobTitle),
    // Specification, "Provider field mapping": the organization phone is the fallback.
    phone: ownPhone.number ?? companyPhone.number,
    linkedinUrl: readable(draft.linkedinUrl, 'profile link', cleanProfileUrl),
    company: {
      name: companyName === null ? null : cleanCompanyName(companyName),
      website: readable(draft.website, 'website', cleanWebsite),
      phone: companyPhone.number,
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
  return { lead, warnings, ignored: ignoredPhones(draft, ownPhone.number, cleanNumber) };
}

/**
 * Whether a value that should be a text is neither a text nor a number: a provider's payload may contain
 * anything.
 */
function isNoText(value: unknown): boolean {
  return value === true || (typeof value === 'object' && !isEmpty(value));
}

function unreadable(name: string): string {
  return `The ${name} could not be read; the lead is imported without it`;
}

/** A field stores one number in E.164, without extensions; anything else in the same text is reported. */
function leftOutOf({ written }: FirstPhone, name: string): string[] {
  switch (written === null ? null : behindPhone(written)) {
    case 'extension':
      return [`The extension of the ${name} was left out`];
    case 'number':
      return [`Of several numbers in the ${name} the first one was taken`];
    case 'remark':
      return [`What stands behind the number of the ${name} was left out`];
    case null:
      return [];
  }
}

/** A lead has one address. */
function besideEmail(written: WrittenAddresses | null): string[] {
  const [, ...others] = written?.addresses ?? [];
  return [
    ...(others.length === 0
      ? []
      : [`Of several addresses in the email the first one was taken; left out: ${others.join(', ')}`]),
    ...(written?.hasRemark === true ? ['The name or remark beside the email address was left out'] : []),
  ];
}

function numberReader(draft: LeadDraft, settings: ReadSettings): (written: string) => string | null {
  const named = text(draft.country);
  const country = named === null ? null : countryCode(named);
  return (written) => cleanPhone(written, settings.defaultCountry, country);
}

/**
 * Reports the numbers other than the first readable one; if none is readable, one warning covers them all.
 */
function ignoredPhones(
  { phones, phoneKeys = [] }: LeadDraft,
  taken: string | null,
  cleanNumber: (written: string) => string | null,
): readonly IgnoredKey[] {
  if (taken === null) return [];
  const field = 'phone';
  const numbers = phoneKeys.map((key, index) => {
    const written = text(phones[index], LIMITS.phone);
    return { key, number: written === null ? null : cleanNumber(written) };
  });
  const takenKey = numbers.find(({ number }) => number === taken)?.key ?? null;
  return numbers.flatMap(({ key, number }): readonly IgnoredKey[] => {
    if (key === null || number === taken) return [];
    if (number === null) return [{ key, reason: 'unreadable', field }];
    return takenKey === null ? [] : [{ key, reason: 'second', field, taken: takenKey }];
  });
}

interface FirstPhone {
  readonly number: string | null;
  /** The text that the number was read from. */
  readonly written: string | null;
  /** Whether there are numbers but none is readable. */
  readonly unreadable: boolean;
}

function firstPhone(
  candidates: readonly unknown[],
  cleanNumber: (written: string) => string | null,
): FirstPhone {
  let given = false;
  for (const candidate of candidates) {
    const written = text(candidate, LIMITS.phone);
    given ||= written !== null || isNoText(candidate);
    if (written === null) continue;
    const number = cleanNumber(written);
    if (number !== null) return { number, written, unreadable: false };
  }
  return { number: null, written: null, unreadable: given };
}
