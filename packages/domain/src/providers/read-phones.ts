import { countryCode } from '../cleansing/country.js';
import { LIMITS } from '../cleansing/limits.js';
import { readPhone, type ReadPhone } from '../cleansing/phone.js';
import { clip, cleanLine } from '../cleansing/text.js';
import { unreadable, type IgnoredKey } from './ignored-keys.js';
import type { LeadDraft } from './lead-draft.js';
import { isBlank, isNoText, text } from './payload.js';

export interface ReadSettings {
  /** ISO 3166 alpha-2, for phone numbers without a country code. */
  readonly defaultCountry: string;
}

/** The numbers of a lead, in E.164, with what was left out of their texts. */
export interface Phones {
  readonly own: string | null;
  /** The person's other numbers. */
  readonly others: readonly string[];
  readonly company: string | null;
  readonly warnings: readonly string[];
  /** The keys of numbers other than the one that was used. */
  readonly ignored: readonly IgnoredKey[];
}

/** A provider's list may be of any length. */
const MAX_WARNINGS = 5;

type Reader = (written: string) => ReadPhone | null;

interface FirstPhone {
  readonly read: ReadPhone | null;
  /** Whether there are numbers but none is readable. */
  readonly isUnreadable: boolean;
}

export function readPhones(draft: LeadDraft, settings: ReadSettings): Phones {
  const named = text(draft.country);
  const country = named === null ? null : countryCode(named);
  // The country of such a number is known to be another one, or not known at all.
  const isCountryUnknown = named !== null && country === null;
  // A number is read several times: to find the first one, and to report the others.
  const before = new Map<string, ReadPhone | null>();
  const read: Reader = (written) => {
    const known = before.get(written);
    if (known !== undefined) return known;
    const phone = readPhone(written, isCountryUnknown ? null : settings.defaultCountry, country);
    before.set(written, phone);
    return phone;
  };
  const own = firstPhone(draft.phones, read);
  const company = firstPhone(draft.companyPhones, read);
  const lacksCountry =
    isCountryUnknown &&
    [own, company].some(({ isUnreadable }) => isUnreadable) &&
    [...draft.phones, ...draft.companyPhones].some((phone) => {
      const written = phoneText(phone);
      return written !== null && readPhone(written, settings.defaultCountry) !== null;
    });
  return {
    own: own.read?.number ?? null,
    others: otherNumbers(draft, own.read?.number ?? null, read),
    company: company.read?.number ?? null,
    warnings: [
      ...(lacksCountry ? [unknownCountry(named)] : unreadablePhones(own, company)),
      ...leftOutOf(own, 'phone number'),
      ...leftOutOf(company, "company's phone number"),
      ...furtherPhones(draft, own, company, read),
    ],
    ignored: ignoredPhones(draft, own.read?.number ?? null, read),
  };
}

function unreadablePhones(own: FirstPhone, company: FirstPhone): string[] {
  if (own.isUnreadable) return [unreadable('phone number')];
  return company.isUnreadable ? [unreadable("company's phone number")] : [];
}

function unknownCountry(named: string): string {
  return `The country "${named}" is not known: a phone number without a country code was left out`;
}

/** A field stores one number in E.164, without extensions; anything else in the same text is quoted. */
function leftOutOf({ read }: FirstPhone, name: string): string[] {
  if (read?.leftOut === undefined || read.leftOut === null) return [];
  const quoted = `"${cleanLine(read.leftOut.text, LIMITS.phone)}"`;
  switch (read.leftOut.kind) {
    case 'extension':
      return [`The extension of the ${name} was left out: ${quoted}`];
    case 'number':
      return [`Of several numbers in the ${name} the first one was taken, without ${quoted}`];
    case 'remark':
      return [`What stands beside the ${name} was left out: ${quoted}`];
  }
}

/** Reports the other numbers; if none is readable, one warning covers them all. */
function ignoredPhones(
  { phones, phoneKeys = [] }: LeadDraft,
  taken: string | null,
  read: Reader,
): readonly IgnoredKey[] {
  if (taken === null) return [];
  const field = 'phone';
  const numbers = phoneKeys.map((key, index) => ({ key, number: numberOf(phones[index], read) }));
  const takenKey = numbers.find(({ number }) => number === taken)?.key ?? null;
  return numbers.flatMap(({ key, number }): readonly IgnoredKey[] => {
    if (key === null || number === taken) return [];
    if (number === null) return [{ key, reason: 'unreadable', field }];
    return takenKey === null ? [] : [{ key, reason: 'second', field, taken: takenKey }];
  });
}

/** Numbers of a provider beside those that are used: the person's unreadable ones, and all of the company's. */
function furtherPhones(
  { phones, phoneKeys = [], companyPhones }: LeadDraft,
  own: FirstPhone,
  company: FirstPhone,
  read: Reader,
): readonly string[] {
  const unnamed = phones.filter((_, index) => (phoneKeys[index] ?? null) === null);
  const unread =
    own.read === null ? [] : unnamed.filter((phone) => isGiven(phone) && numberOf(phone, read) === null);
  const taken = company.read?.number ?? null;
  const ofCompany =
    taken === null ? [] : companyPhones.filter((phone) => isGiven(phone) && numberOf(phone, read) !== taken);
  const leftOut = (name: string) => (phone: unknown) => {
    const written = phoneText(phone);
    return `${name} was left out${written === null ? ': it could not be read' : `: "${cleanLine(written, LIMITS.phone)}"`}`;
  };
  const warnings = [
    ...unread.map(leftOut('A further phone number')),
    ...ofCompany.map(leftOut('A further phone number of the company')),
  ];
  return [...new Set(warnings)].slice(0, MAX_WARNINGS);
}

function isGiven(phone: unknown): boolean {
  return phoneText(phone) !== null || isNoText(phone);
}

function numberOf(phone: unknown, read: Reader): string | null {
  const written = phoneText(phone);
  return written === null ? null : (read(written)?.number ?? null);
}

/** The person's readable numbers but the one that was taken; a number of the company is shared. */
function otherNumbers(
  { phones, companyPhones }: LeadDraft,
  taken: string | null,
  read: Reader,
): readonly string[] {
  const shared = new Set([taken, ...numbersIn(companyPhones, read)]);
  return [...new Set(numbersIn(phones, read))].filter((number) => !shared.has(number));
}

/** Every readable number, also behind another one in the same text. */
function numbersIn(phones: readonly unknown[], read: Reader): readonly string[] {
  const numbers: string[] = [];
  for (const phone of phones.slice(0, LIMITS.listEntries)) {
    let written = phoneText(phone);
    // What is left out of a text is shorter than it.
    while (written !== null) {
      const found = read(written);
      if (found !== null) numbers.push(found.number);
      written = found?.leftOut?.kind === 'number' ? found.leftOut.text : null;
    }
  }
  return numbers;
}

function firstPhone(candidates: readonly unknown[], read: Reader): FirstPhone {
  for (const candidate of candidates) {
    const written = phoneText(candidate);
    const phone = written === null ? null : read(written);
    if (phone !== null) return { read: phone, isUnreadable: false };
  }
  return { read: null, isUnreadable: candidates.some(isGiven) };
}

/** Like `text`, but with line breaks, which separate numbers. */
function phoneText(value: unknown): string | null {
  if (typeof value !== 'string') return text(value, LIMITS.phone);
  const written = clip(value, LIMITS.phone * 8);
  return isBlank(written) ? null : written;
}
