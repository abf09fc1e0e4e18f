import { cleanCompanyName } from '../cleansing/company-name.js';
import { readAddresses, type WrittenAddresses } from '../cleansing/email.js';
import { readFullName, readNameParts, type NameParts, type ReadName } from '../cleansing/full-name.js';
import { LIMITS } from '../cleansing/limits.js';
import { namePart, withoutPlaceholder } from '../cleansing/placeholder.js';
import { cleanName, clip } from '../cleansing/text.js';
import { cleanProfileUrl, cleanWebsite } from '../cleansing/website.js';
import {
  customFieldName,
  customFieldValues,
  DO_NOT_CONTACT_FIELD,
  LEAD_SOURCE_FIELD,
} from '../custom-fields.js';
import { distinctEmails, isSameEmail } from '../dedupe-key.js';
import type { Lead, LeadSource } from '../model.js';
import { unreadable } from './ignored-keys.js';
import type { LeadDraft } from './lead-draft.js';
import { isBlank, isNoText, text } from './payload.js';
import { readPhones, type ReadSettings } from './read-phones.js';

/** Cleanses a draft. Of an email only the addresses are read; `emailFault` finds anything else. */
export function cleanse(draft: LeadDraft, source: LeadSource, settings: ReadSettings) {
  const warnings: string[] = [];
  const { bounded, readable } = fieldReaders(warnings);
  const { written, ...names } = readName(draft, bounded);
  if (names.leftOut.length > 0) warnings.push(`Left out of the name: ${names.leftOut.join(', ')}`);
  const companyName = withoutPlaceholder(bounded(draft.companyName, 'company name', LIMITS.companyName));
  const phones = readPhones(draft, settings);
  warnings.push(...phones.warnings);

  const address =
    typeof draft.email === 'string' && !isBlank(draft.email) ? readAddresses(draft.email) : null;
  const [email = null, ...beside] = address?.addresses ?? [];
  const otherEmails = distinctEmails([...beside, ...furtherAddresses(draft)]).filter(
    (other) => !isSameEmail(other, email),
  );
  warnings.push(...besideEmail(address));

  const texts = shortenedTexts(draft, warnings);
  const lead: Lead = {
    firstName: names.firstName,
    lastName: names.lastName,
    email,
    ...(otherEmails.length === 0 ? {} : { otherEmails }),
    jobTitle: withoutPlaceholder(bounded(draft.jobTitle, 'job title', LIMITS.jobTitle)),
    // Specification, "Provider field mapping": the organization phone is the fallback.
    phone: phones.own ?? phones.company,
    ...(phones.others.length === 0 ? {} : { otherPhones: phones.others }),
    linkedinUrl: readable(draft.linkedinUrl, 'profile link', cleanProfileUrl),
    company: {
      name: companyName === null ? null : cleanCompanyName(companyName),
      website: readable(draft.website, 'website', cleanWebsite),
      phone: phones.company,
    },
    industry: withoutPlaceholder(bounded(draft.industry, 'industry', LIMITS.word)),
    headcount: draft.headcount === null || draft.headcount < 1 ? null : draft.headcount,
    doNotContact: draft.doNotContact,
    customFields: customFieldValues({
      ...texts.customFields,
      [LEAD_SOURCE_FIELD]: source.label,
      [DO_NOT_CONTACT_FIELD]: draft.doNotContact,
    }),
    ...(draft.derivedFields === undefined || draft.derivedFields.length === 0
      ? {}
      : { derivedFields: draft.derivedFields }),
    research: texts.research,
    emailVerification: text(draft.emailVerification),
  };
  return {
    lead,
    warnings,
    /** The name as it was written, if parts of it were left out: earlier releases made keys of it. */
    writtenNames: names.leftOut.length === 0 ? [] : rotated(written),
    /** The keys of numbers other than the one that was used. */
    ignored: phones.ignored,
  };
}

type ReadBounded = (value: unknown, name: string, maxLength: number) => string | null;

/** How single fields are read; what does not fit or cannot be read is noted in `warnings`. */
function fieldReaders(warnings: string[]) {
  const bounded: ReadBounded = (value, name, maxLength) => {
    const line = text(value, maxLength * 2);
    if (line !== null && line.length > maxLength) {
      warnings.push(shortening(name, maxLength));
    } else if (line !== null && typeof value === 'string' && value.length <= maxLength) {
      // What fits before and after cleansing is the same with either limit.
      return line;
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
  return { bounded, readable };
}

/** The name in its parts, or else the full name. @returns `written`: the name before parts of it were left out */
function readName(draft: LeadDraft, bounded: ReadBounded): ReadName & { readonly written: string } {
  const nameOf = (value: unknown, name: string): string | null => {
    const line = bounded(value, name, LIMITS.personName);
    return line === null ? null : cleanName(line, LIMITS.personName);
  };
  const firstName = nameOf(draft.firstName, 'first name');
  const lastName = nameOf(draft.lastName, 'last name');
  const given = withoutPlaceholders({ firstName, lastName });
  const hasName = given.firstName !== null || given.lastName !== null;
  const fullName = hasName ? null : withoutPlaceholder(nameOf(draft.fullName, 'name'));
  const names = settled(fullName === null ? { leftOut: [], ...given } : readFullName(fullName));
  const written = fullName ?? [firstName, lastName].filter((part) => part !== null).join(' ');
  return { ...names, written };
}

/** The texts of a draft as far as they fit into their fields, with a warning for each that does not. */
function shortenedTexts(
  { customFields, research }: LeadDraft,
  warnings: string[],
): Pick<Lead, 'customFields' | 'research'> {
  const shortened = (value: string | null, name: string, maxLength: number): string | null => {
    if (value === null || value.length <= maxLength) return value;
    warnings.push(shortening(`text of ${name}`, maxLength));
    return clip(value, maxLength).trimEnd();
  };
  const fields = Object.entries(customFields).map(([id, value]) => {
    const name = customFieldName(Number(id));
    return [id, typeof value === 'string' ? shortened(value, name, LIMITS.customField) : value] as const;
  });
  return {
    customFields: customFieldValues(Object.fromEntries(fields)),
    research: {
      publicResearch: shortened(research.publicResearch, 'public_research', LIMITS.research),
      newsArticles: shortened(research.newsArticles, 'news_articles', LIMITS.research),
      initialNotes: shortened(research.initialNotes, 'initial_notes', LIMITS.research),
    },
  };
}

function shortening(name: string, maxLength: number): string {
  return `The ${name} was shortened to ${maxLength} characters`;
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
  return isSettled ? { leftOut, ...clipped } : settled({ ...again, leftOut: [...leftOut, ...again.leftOut] });
}

/** Each part is judged by the other: beside a real name, `Null` is one. */
function withoutPlaceholders<T extends NameParts>(names: T): T {
  const { firstName, lastName } = names;
  return { ...names, firstName: namePart(firstName, lastName), lastName: namePart(lastName, firstName) };
}

function furtherAddresses({ otherEmails = [] }: LeadDraft): readonly string[] {
  return otherEmails
    .slice(0, LIMITS.listEntries)
    .flatMap((written) => (typeof written === 'string' ? readAddresses(written).addresses : []));
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
