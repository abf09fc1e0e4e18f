import { cleanCompanyName } from '../cleansing/company-name.js';
import { countryCode } from '../cleansing/country.js';
import { cleanEmail } from '../cleansing/email.js';
import { readFullName, readNameParts, type NameParts, type ReadName } from '../cleansing/full-name.js';
import { LIMITS } from '../cleansing/limits.js';
import { behindPhone, cleanPhone } from '../cleansing/phone.js';
import { namePart, withoutPlaceholder } from '../cleansing/placeholder.js';
import { cleanName } from '../cleansing/text.js';
import { cleanProfileUrl, cleanWebsite } from '../cleansing/website.js';
import { customFieldValues, DO_NOT_CONTACT_FIELD, LEAD_SOURCE_FIELD } from '../custom-fields.js';
import type { Lead, LeadSource } from '../model.js';
import type { IgnoredKey } from './ignored-keys.js';
import type { LeadDraft } from './lead-draft.js';
import { isBlank, isEmpty, text } from './payload.js';

/** The settings that reading a payload depends on. */
export interface ReadSettings {
  /** ISO 3166 alpha-2, for phone numbers without a country code. */
  readonly defaultCountry: string;
}

/** A clean lead, and the parts of its payload that could not be imported. */
export interface CleansedLead {
  readonly lead: Lead;
  readonly warnings: readonly string[];
  /** The name as it was written, if parts of it were left out: earlier releases made keys of it. */
  readonly writtenNames: readonly string[];
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
  const given = withoutPlaceholders({ firstName, lastName });
  const hasName = given.firstName !== null || given.lastName !== null;
  const fullName = hasName ? null : withoutPlaceholder(nameOf(draft.fullName, 'name'));
  const names = settled(fullName === null ? { ...given, leftOut: [] } : readFullName(fullName));
  if (names.leftOut.length > 0) warnings.push(`Left out of the name: ${names.leftOut.join(', ')}`);
  const companyName = withoutPlaceholder(bounded(draft.companyName, 'company name', LIMITS.companyName));
  const cleanNumber = numberReader(draft, settings);
  const ownPhone = firstPhone(draft.phones, cleanNumber);
  const companyPhone = firstPhone(draft.companyPhones, cleanNumber);
  if (ownPhone.unreadable) warnings.push(unreadable('phone number'));
  else if (companyPhone.unreadable) warnings.push(unreadable("company's phone number"));
  warnings.push(...leftOutOf(ownPhone, 'phone number'), ...leftOutOf(companyPhone, "company's phone number"));

  const lead: Lead = {
    firstName: names.firstName,
    lastName: names.lastName,
    email: typeof draft.email === 'string' && !isBlank(draft.email) ? cleanEmail(draft.email) : null,
    jobTitle: withoutPlaceholder(bounded(draft.jobTitle, 'job title', LIMITS.jobTitle)),
    // Specification, "Provider field mapping": the organization phone is the fallback.
    phone: ownPhone.number ?? companyPhone.number,
    linkedinUrl: readable(draft.linkedinUrl, 'profile link', cleanProfileUrl),
    company: {
      name: companyName === null ? null : cleanCompanyName(companyName),
      website: readable(draft.website, 'website', cleanWebsite),
      phone: companyPhone.number,
    },
    industry: withoutPlaceholder(bounded(draft.industry, 'industry', LIMITS.word)),
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
  const written = fullName ?? [firstName, lastName].filter((part) => part !== null).join(' ');
  return {
    lead,
    warnings,
    writtenNames: names.leftOut.length === 0 ? [] : rotated(written),
    ignored: ignoredPhones(draft, ownPhone.number, cleanNumber),
  };
}

/** A name, and what it was read as with the part before its comma last. */
function rotated(name: string): readonly string[] {
  const [family = '', ...given] = name.split(',');
  return given.length === 0 ? [name] : [name, `${given.join(',').trim()} ${family}`];
}

/** A name that stays the same if it is read again: what is left out of it can uncover more. */
function settled(read: ReadName): ReadName {
  const { firstName, lastName, leftOut } = withoutPlaceholders(read);
  const clipped = {
    firstName: firstName === null ? null : cleanName(firstName, LIMITS.personName),
    lastName: lastName === null ? null : cleanName(lastName, LIMITS.personName),
  };
  const again = readNameParts(clipped);
  const isSettled = again.firstName === read.firstName && again.lastName === read.lastName;
  return isSettled ? { ...clipped, leftOut } : settled({ ...again, leftOut: [...leftOut, ...again.leftOut] });
}

/** Each part is judged by the other: beside a real name, `Null` is one. */
function withoutPlaceholders<T extends NameParts>(names: T): T {
  const { firstName, lastName } = names;
  return { ...names, firstName: namePart(firstName, lastName), lastName: namePart(lastName, firstName) };
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
