import { readNameParts } from '../cleansing/full-name.js';
import { isPlaceholder } from '../cleansing/placeholder.js';
import { foldCase, letters } from '../comparison-form.js';
import type { KeyFields } from '../dedupe-key.js';
import { factsOfLead, personKeys } from '../person-keys.js';
import { suppressionKeyText, type SuppressionKey } from '../suppression-key.js';

/** A person's name as letters only; two spellings of it are equal. */
export interface NameLetters {
  readonly first: string;
  readonly last: string;
}

export interface PersonTraits {
  readonly email: string | null;
  /** The digits of the person's own number, country code first; a company's number is not included. */
  readonly phone: string | null;
  readonly name: NameLetters | null;
  /** Company and name combined: the value of that deduplication key. */
  readonly companyPerson: string | null;
}

/** Everything that the records say about one person. */
export interface Person {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly names: readonly NameLetters[];
  readonly companyPersons: readonly string[];
}

export const NOBODY: Person = { emails: [], phones: [], names: [], companyPersons: [] };

export function personTraits(fields: KeyFields): PersonTraits {
  const keys = personKeys([factsOfLead(fields)]).map(suppressionKeyText);
  return { ...traitsOfKeys(keys), name: nameLetters(fields.firstName, fields.lastName) };
}

/** What a lead says about its person with each of its addresses and numbers. */
export function traitsWithEach(lead: KeyFields): readonly PersonTraits[] {
  return [
    ...[lead.email, ...(lead.otherEmails ?? [])].map((email) => personTraits({ ...lead, email })),
    ...(lead.otherPhones ?? []).map((phone) => personTraits({ ...lead, phone })),
  ];
}

/** Keys may be all that is known about a person who opted out. */
export function traitsOfKeys(keys: readonly string[]): PersonTraits {
  const valueOf = (kind: string): string | null =>
    keys.find((key) => key.startsWith(`${kind}:`))?.slice(kind.length + 1) ?? null;
  return {
    email: valueOf('email'),
    phone: valueOf('phone'),
    name: null,
    companyPerson: valueOf('company-person'),
  };
}

/** Null for a name without a letter, and for a word that stands for a missing one. */
function nameLetters(first: string | null, last: string | null): NameLetters | null {
  const bare = readNameParts({ firstName: first, lastName: last });
  const name = {
    first: letters(foldCase(bare.firstName ?? '')),
    last: letters(foldCase(bare.lastName ?? '')),
  };
  const isNobody = isPlaceholder([first, last].filter((part) => part !== null).join(' '));
  return isNobody || (name.first === '' && name.last === '') ? null : name;
}

/**
 * Whether a record belongs to the person. An email identifies one person, and so does a name within a
 * company. An office may share a number, so a number only identifies a person together with the name, or if
 * the record names nobody, or if only the number of the person is known.
 */
export function isPerson(person: Person, traits: PersonTraits): boolean {
  const { email, phone, name, companyPerson } = traits;
  if (email !== null && person.emails.includes(email)) return true;
  if (companyPerson !== null && person.companyPersons.includes(companyPerson)) return true;
  if (phone === null || !person.phones.includes(phone)) return false;
  if (person.names.length === 0 && person.emails.length === 0) return true;
  return name === null ? email === null : person.names.some((known) => isSameName(known, name));
}

/**
 * The keys of a person of whom nothing else may be kept: a record is the person's by `isPerson` if and only
 * if it has one of them (`keysOfTraits`).
 */
export function keysOfPerson({ emails, phones, names, companyPersons }: Person): readonly SuppressionKey[] {
  const isOnlyNumber = names.length === 0 && emails.length === 0;
  return [
    ...emails.map((value) => keyOf('email', value)),
    ...companyPersons.map((value) => keyOf('company-person', value)),
    ...phones.flatMap((phone) => [
      keyOf('phone', phone),
      ...names.map((name) => phonePersonKey(phone, name)),
      ...(isOnlyNumber ? [phonePersonKey(phone, null)] : []),
    ]),
  ];
}

/** See `keysOfPerson`. */
export function keysOfTraits({ email, phone, name, companyPerson }: PersonTraits): readonly SuppressionKey[] {
  return [
    ...(email === null ? [] : [keyOf('email', email)]),
    ...(companyPerson === null ? [] : [keyOf('company-person', companyPerson)]),
    ...(phone === null ? [] : [phonePersonKey(phone, null)]),
    ...(phone === null || name === null ? [] : [phonePersonKey(phone, name)]),
    ...(phone === null || name !== null || email !== null ? [] : [keyOf('phone', phone)]),
  ];
}

function keyOf(kind: SuppressionKey['kind'], value: string): SuppressionKey {
  return { kind, value };
}

/** @param name null for whoever has the number */
function phonePersonKey(phone: string, name: NameLetters | null): SuppressionKey {
  return keyOf('phone-person', `${phone}-${name === null ? '' : name.first + name.last}`);
}

/** The person with what one of their records adds; the same value if it adds nothing. */
export function addTraits(person: Person, traits: PersonTraits): Person {
  const { email, phone, name, companyPerson } = traits;
  const isKnownName = name === null || person.names.some((known) => isSameName(known, name));
  const known: Person = {
    emails: withValue(person.emails, email),
    phones: withValue(person.phones, phone),
    names: isKnownName ? person.names : [...person.names, name],
    companyPersons: withValue(person.companyPersons, companyPerson),
  };
  const isSame = (Object.keys(known) as (keyof Person)[]).every((part) => known[part] === person[part]);
  return isSame ? person : known;
}

/** Records with a different name or email belong to different people. */
export function countPersons(traits: readonly PersonTraits[]): number {
  const persons: Person[] = [];
  const named = traits.filter(({ name, email }) => name !== null || email !== null);
  for (const each of named) {
    const index = persons.findIndex((person) => isPerson(person, each));
    const known = persons[index];
    if (known === undefined) {
      persons.push(addTraits(NOBODY, each));
    } else {
      persons[index] = addTraits(known, each);
    }
  }
  return Math.max(persons.length, traits.length === 0 ? 0 : 1);
}

function isSameName(one: NameLetters, other: NameLetters): boolean {
  return one.first + one.last === other.first + other.last;
}

function withValue(values: readonly string[], value: string | null): readonly string[] {
  return value === null || values.includes(value) ? values : [...values, value];
}
