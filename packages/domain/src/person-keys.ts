import { cleanEmail } from './cleansing/email.js';
import { cleanPhone } from './cleansing/phone.js';
import { isPlaceholder } from './cleansing/placeholder.js';
import { mayHaveStrokes } from './comparison-form.js';
import {
  companyPersonKey,
  emailKey,
  formerCompanyPersonKey,
  formerNameKey,
  nameKey,
  namesInSummary,
  phoneKey,
} from './dedupe-key.js';
import type { DedupeKeyKind, KeyFields } from './dedupe-key.js';
import type { Lead, TicketSnapshot } from './model.js';
import { suppressionKeyOf, suppressionKeyText, type SuppressionKey } from './suppression-key.js';

/** Grows whenever the same facts give other keys: what is stored with a lower one is brought up to date. */
export const KEY_FORM = 4;

/** What one source, ticket or request says about a person's identity. */
export interface PersonFacts {
  readonly email: string | null;
  readonly otherEmails?: readonly string[];
  readonly companyName: string | null;
  /** First and last name, as written. */
  readonly personName: string | null;
  readonly phone: string | null;
  readonly otherPhones?: readonly string[];
}

export function factsOfLead(lead: KeyFields): PersonFacts {
  return {
    email: lead.email,
    ...(lead.otherEmails === undefined ? {} : { otherEmails: lead.otherEmails }),
    companyName: lead.company.name,
    personName: [lead.firstName, lead.lastName].filter((part) => part !== null).join(' '),
    phone: lead.phone,
    ...(lead.otherPhones === undefined ? {} : { otherPhones: lead.otherPhones }),
  };
}

/**
 * The person of a ticket, at the company that its client is named after and at that in its summary, which stays as
 * its lead was sent: the client may have another name.
 *
 * @param contactPhone of the ticket's user; without it the summary is used if it is a number, as on a ticket
 * that was created with only a phone
 * @param defaultCountry ISO 3166 alpha-2, for a number that people wrote without a country code
 */
export function factsOfTicket(
  ticket: TicketSnapshot,
  contactPhone: string | null,
  defaultCountry: string,
): readonly PersonFacts[] {
  const inSummary = namesInSummary(ticket.summary);
  const phone = contactPhone ?? (/^\+\d+$/u.test(ticket.summary.trim()) ? ticket.summary : null);
  const facts = {
    email: ticket.email === null ? null : cleanEmail(ticket.email),
    ...(ticket.otherEmails === undefined ? {} : { otherEmails: ticket.otherEmails }),
    companyName: ticket.clientName ?? inSummary.company,
    personName: ticket.userName ?? inSummary.person,
    phone: phone === null ? null : (cleanPhone(phone, defaultCountry) ?? phone),
  };
  return [facts, { ...facts, companyName: inSummary.company }];
}

/**
 * Every key of a person, from all known facts, the most specific first: each email, each company with each
 * name, each number with each name, and each number alone. Empty for a person without any. The keys that
 * earlier releases wrote come last: an opt-out may be stored under one of them, as a hash that nothing can be
 * derived from.
 */
export function personKeys(known: readonly Partial<PersonFacts>[]): readonly SuppressionKey[] {
  const emails = [
    ...present(known, 'email'),
    ...known.flatMap(({ otherEmails }) => otherEmails ?? []),
  ].filter((email) => !isPlaceholder(email));
  const companies = present(known, 'companyName');
  const names = present(known, 'personName');
  const phones = [...present(known, 'phone'), ...known.flatMap(({ otherPhones }) => otherPhones ?? [])];
  const numbers = [...new Set(phones)].map((phone) => keyOf('phone', phoneKey(phone)));
  const formerly = names.filter((name) => formerNameKey(name) !== nameKey(name));
  const formerNames = companies.some(mayHaveStrokes) ? names : formerly;
  const keys = [
    ...emails.flatMap((given) => {
      const email = cleanEmail(given) ?? given;
      // Opt-outs of earlier releases have addresses with letters such as `ß` and signs such as `’` as they were written.
      return [keyOf('email', emailKey(email)), keyOf('email', `email:${email}`)];
    }),
    ...companies.flatMap((company) =>
      names.map((name) => keyOf('company-person', companyPersonKey(company, name))),
    ),
    ...numbers.flatMap((number) => names.map((name) => phonePersonKey(number, name))),
    ...numbers,
    ...companies.flatMap((company) =>
      formerNames.map((name) => keyOf('company-person', formerCompanyPersonKey(company, name))),
    ),
    ...numbers.flatMap((number) => formerly.map((name) => phonePersonKey(number, name, formerNameKey))),
  ].filter((key) => key !== null);
  return distinctKeys(keys);
}

/**
 * The keys by which imports match a person who has opted out. Several people may share a number, so a number
 * alone counts only for a person about whom nothing else is known; for all others it counts together with the
 * name.
 *
 * @param keys the person's; see `personKeys`
 * @param recordKey the key of the person's record: a record identified by its number stays so, whatever is
 * added. The key that it begins with comes first
 */
export function gatingKeys(keys: readonly SuppressionKey[], recordKey = ''): readonly SuppressionKey[] {
  const isKnownOtherwise = keys.some(({ kind }) => kind === 'email' || kind === 'company-person');
  const isOwn = (key: SuppressionKey): boolean => isKeyOfRecord(key, recordKey);
  const gating = isKnownOtherwise ? keys.filter((key) => key.kind !== 'phone' || isOwn(key)) : keys;
  return gating.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)));
}

/** The keys by which imports match the person of a lead who has opted out. @param recordKey see `gatingKeys` */
export function gatingKeysOfLead(lead: KeyFields, recordKey = ''): readonly SuppressionKey[] {
  return gatingKeys(personKeys([factsOfLead(lead)]), recordKey);
}

/** The record key of a lead without deduplication begins with the lead's key. */
function isKeyOfRecord(key: SuppressionKey, recordKey: string): boolean {
  const text = suppressionKeyText(key);
  return recordKey === text || recordKey.startsWith(`${text}|`);
}

/** The keys without duplicates, in their order. */
export function distinctKeys(keys: readonly SuppressionKey[]): readonly SuppressionKey[] {
  return [...new Map(keys.map((key) => [suppressionKeyText(key), key])).values()];
}

function present(
  known: readonly Partial<PersonFacts>[],
  field: Exclude<keyof PersonFacts, 'otherEmails' | 'otherPhones'>,
): readonly string[] {
  return [...new Set(known.flatMap((facts) => facts[field] ?? []))];
}

function keyOf(kind: DedupeKeyKind, key: string | null): SuppressionKey | null {
  return key === null ? null : suppressionKeyOf({ kind, key });
}

function phonePersonKey(
  number: SuppressionKey | null,
  name: string,
  letters = nameKey,
): SuppressionKey | null {
  const person = number === null ? '' : letters(name);
  return number === null || person === ''
    ? null
    : { kind: 'phone-person', value: `${number.value}-${person}` };
}

/**
 * The key of a lead's record in the present form, if an earlier release made it of one of these facts;
 * otherwise the same key. A lead that was imported without deduplication has an own end behind its key.
 */
export function upgradedKey(recordKey: string, known: readonly PersonFacts[]): string {
  for (const { email, companyName, personName } of known) {
    const [former, key] =
      email === null
        ? [
            formerCompanyPersonKey(companyName ?? '', personName ?? ''),
            companyPersonKey(companyName, personName),
          ]
        : [`email:${email}`, emailKey(email)];
    if (former === null || key === null) continue;
    if (recordKey === former || recordKey.startsWith(`${former}|`)) {
      return key + recordKey.slice(former.length);
    }
  }
  return recordKey;
}

/** The known data of a person who opted out, which applies to each of their addresses. */
export interface OptOutPerson extends Pick<PersonFacts, 'email' | 'otherEmails' | 'companyName'> {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** The person of a lead, in the form in which a provider is notified. */
export function personOfLead({ email, otherEmails, firstName, lastName, company }: Lead): OptOutPerson {
  return {
    email,
    ...(otherEmails === undefined ? {} : { otherEmails }),
    firstName,
    lastName,
    companyName: company.name,
  };
}
