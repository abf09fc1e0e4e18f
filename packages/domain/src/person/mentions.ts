import { emailForm, readAddresses } from '../cleansing/email.js';
import { unescaped } from '../cleansing/entities.js';
import { withoutInvisible } from '../cleansing/invisible.js';
import { foldCase, letters, lettersAndDigits } from '../comparison-form.js';
import { mapParts } from './map-parts.js';
import type { NameLetters, Person } from './person.js';

/** Replaces an erased text. */
export const ERASED = '[erased]';

const ADDRESS = /[^\s@"<>(),;:[\]]+@[^\s@"'<>(),;:=[\]{}]+/gu;
/** Part of an address, or in front of one: `email='o'neil@…'`. */
const MAYBE_IN_FRONT = /['={}]/gu;
/** Digits with the separators that people write between them. */
const NUMBER = /\d(?:[\s()./\u00A0-]{0,3}\d){6,20}/gu;
const ONLY_NUMBER = /^[\s()./+\u00A0\d-]*$/u;
const PLAIN = /^[\x20-\x7e]*$/u;
/** Characters that are written in other ones: in JSON, in HTML, or in the name of a domain. */
const ESCAPED = /\\u|&|xn--/iu;
/** Shorter sequences of digits or letters occur in many texts by chance. */
const FEWEST_DIGITS = 7;
const FEWEST_LETTERS = 4;
const MAX_DEPTH = 20;

export type Mentions = ReturnType<typeof mentionsOf>;

/** @param companyKeys the companies that identify only the person */
export function mentionsOf(person: Person, companyKeys: readonly string[] = []) {
  const emails = new Set(person.emails.map(emailForm));
  const names = person.names.filter(({ first, last }) => first.length + last.length >= FEWEST_LETTERS);
  const companies = companyKeys.filter((key) => key.length >= FEWEST_LETTERS);
  const needles = [
    ...person.names.map(longerPart),
    ...[...person.emails, ...companies].map((text) => letters(text)),
  ].filter((needle) => needle !== '');
  const tails = person.phones.map((phone) => phone.slice(-FEWEST_DIGITS));

  function inText(text: string): boolean {
    const plain = plainText(text);
    return (
      addressesIn(plain).some((address) => emails.has(address)) ||
      (plain.match(NUMBER) ?? []).some((number) => isNumber(number.replace(/\D/gu, ''), person.phones)) ||
      namesIn(plain, names) ||
      spells(plain, companies, lettersAndDigits)
    );
  }

  function inPayload(value: unknown): boolean {
    const texts = textsIn(value).map(plainText);
    const addresses = texts.flatMap(addressesIn);
    if (addresses.some((address) => emails.has(address))) return true;
    const parts = new Set(texts.map((text) => letters(foldCase(text))));
    const isNamed = names.some(
      (name) =>
        texts.some((text) => namesIn(text, [name])) ||
        (name.first !== '' && name.last !== '' && parts.has(name.first) && parts.has(name.last)),
    );
    return isNamed && addresses.length === 0;
  }

  function maybeIn(json: string): boolean {
    const plain = PLAIN.test(json) && !ESCAPED.test(json);
    if (!plain) return true;
    const joined = json.toLowerCase().replace(/[^a-z]/gu, '');
    if (needles.some((needle) => joined.includes(needle))) return true;
    const digits = tails.length === 0 ? '' : json.replace(/\D/gu, '');
    return tails.some((tail) => digits.includes(tail));
  }

  return {
    /** True for a text with an email, number or whole name of theirs, or a company that only they have. */
    inText /**
     * True for a payload that cannot be read as a lead but seems to be about the person: it contains one of
     * their emails, or their name and no other person's email.
     */,
    inPayload /** A fast check before `inText` or `erase`; false if the JSON contains no trace of the person. */,
    maybeIn /**
     * The value with `ERASED` instead of each text that names the person; the same value if there is none. A
     * number alone stays.
     */,
    erase: <T>(value: T): T => eraseTexts(value, inText, 0) as T,
  };
}

/** A copy only if something is replaced. What is nested too deep is replaced as a whole. */
function eraseTexts(value: unknown, isMention: (text: string) => boolean, depth: number): unknown {
  // A number alone is the value of some field; a shared office number does not identify the person.
  if (typeof value === 'string') return !ONLY_NUMBER.test(value) && isMention(value) ? ERASED : value;
  if (depth > MAX_DEPTH) return ERASED;
  return mapParts(value, (part) => eraseTexts(part, isMention, depth + 1));
}

/** Deeper escapes than these come from nowhere. */
const MAX_ESCAPE_LEVELS = 16;

/** Without the escapes of the systems that a text has passed, also those that an import leaves as they are. */
function plainText(text: string): string {
  return withoutInvisible(unescaped(text, MAX_ESCAPE_LEVELS).normalize('NFKC'));
}

function addressesIn(text: string): string[] {
  return (text.match(ADDRESS) ?? [])
    .flatMap((found) => [
      found,
      ...[...found.matchAll(MAYBE_IN_FRONT)].map(({ index }) => found.slice(index + 1)),
    ])
    .flatMap((address) => readAddresses(address).addresses.map(emailForm));
}

/** A number as it is dialled abroad, with or without `00`, or inside the country. */
function isNumber(digits: string, phones: readonly string[]): boolean {
  const national = digits.replace(/^0+/u, '');
  return phones.some(
    (phone) =>
      digits === phone ||
      national === phone ||
      (national.length >= FEWEST_DIGITS && phone.endsWith(national)),
  );
}

/** A whole name, in either order. */
function namesIn(text: string, names: readonly NameLetters[]): boolean {
  return spells(
    text,
    names.flatMap(({ first, last }) => [first + last, last + first]),
    letters,
  );
}

/** Whether words that stand next to each other, whatever lies between them, make up one of the names. */
function spells(text: string, names: readonly string[], normal: (folded: string) => string): boolean {
  if (names.length === 0) return false;
  const words = text
    .split(/[\s,;:.()"<>/|]+/u)
    .map((word) => normal(foldCase(word)))
    .filter((word) => word !== '');
  return names.some((name) => words.some((_, start) => beginsWith(words, start, name)));
}

/** Whether the words from `start` on spell a name up to the end of a word. */
function beginsWith(words: readonly string[], start: number, name: string): boolean {
  let spelt = '';
  for (let index = start; index < words.length && spelt.length < name.length; index += 1) {
    spelt += words[index] ?? '';
    if (!name.startsWith(spelt)) return false;
  }
  return spelt === name;
}

function longerPart({ first, last }: NameLetters): string {
  return last.length >= first.length ? last : first;
}

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((item) => textsIn(item, depth + 1));
}
