import {
  AFTER_TITLES,
  CREDENTIALS,
  CREDENTIALS_IN_ANY_CASE,
  CREDENTIALS_LIKE_NAMES,
  GENERATIONS,
  HONORIFICS_BEHIND,
  NO_NAME,
  PARTICLES,
  PROFESSIONS,
  PRONOUNS,
  TITLES,
  TITLES_WITH_DOT,
} from './name-words.js';

export interface NameParts {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** A name without what is no name, and what was left out, as it was written. */
export interface ReadName extends NameParts {
  readonly leftOut: readonly string[];
}

/** Behind a letter, only with letters inside: a remark, and no code. */
const BRACKETS =
  /\s*(?:(?:(?<=^|\s)\(|\((?=[^()]*\p{L}))[^()]*(?:\)|$)|\[[^[\]]*(?:\]|$)|\{[^{}]*(?:\}|$)|（[^（）]*(?:）|$))/gu;
const WHOLLY_IN_BRACKETS = /^[([{（]([^()[\]{}（）]*)[)\]}）]$/u;
const PICTURE = String.raw`(?![#*\d©®™])(?:\p{Emoji}|\p{Extended_Pictographic})`;
/** With the joiners and selectors between and behind them, which other scripts also have in their names. */
const PICTURES = new RegExp(`${PICTURE}(?:${PICTURE}|\\u200d|\\ufe0f|\\u20e3)*`, 'gu');
/** `Jane Doe <jane@example.com>` */
const ADDRESS = /\s*<[^<>]*@[^<>]*>/gu;
const SPACED_DOCTORATE = /(?<=\bPh\.)\s(?=D\b)/giu;
/** `Jane "JJ" Doe`, `Jane 'JJ' Doe`: other sources send the name without it. */
const NICKNAME = /(?<=^|\s)(?:"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|'[^']*'|‘[^‘’]*’)(?=\s|,|$)/gu;
const BEHIND_BAR = /(?:\s*[|•·]|\s@)\s.*$/u;
/** `Jane Doe - we are hiring`; fewer words may be a second surname. */
const BEHIND_DASH = /\s[-–—]\s\S+(?:\s\S+){2,}$/u;
const CAPITALS = /^(?=.*\p{Lu})(?:\p{Lu}|[\d&+/®™-])+$/u;
const SEPARATED = /[.-]/u;
const TWO_CAPITALS = /\p{Lu}.*\p{Lu}/u;
const LETTER = /\p{L}/u;
/** Most names: no brackets, pictures or pronouns to look for. */
const PLAIN_NAME = /^[\w'., \u00c0-\u024f]*$/u;
/** As French lists write it: `Mme LE GOFF Anne`, the family name first and in capitals. */
const FRENCH_ORDER =
  /^(M\.|Mme|Mlle|Monsieur|Madame|Mademoiselle) (\p{Lu}[\p{Lu}'’-]+(?: \p{Lu}[\p{Lu}'’-]+)*) (\p{Lu}\p{Ll}.*)$/u;
/** No person has more. */
const MAX_TITLES = 8;
/** A first and a last name, each as long as it may be, fit. */
const MAX_LENGTH = 300;

/**
 * First and last name from a full name on one line: `Jane van Dyk`, `van Dyk, Jane`, `Prof. Dr. Jane Doe,
 * FCA (they/them)`. Titles, credentials, pronouns, remarks in brackets and pictures are no part of a name;
 * `Jr.` is, and stays with the last name.
 */
export function readFullName(fullName: string): ReadName {
  const { head, given, generations, isTitled, leftOut } = barePartsOf(fullName);
  if (given.length > 0) return { ...nameParts(given.join(', '), [head, ...generations]), leftOut };
  const [first = '', ...others] = head.split(' ');
  // Behind a title a single name is the last one: `Herr Müller`.
  return isTitled && others.length === 0
    ? { ...nameParts('', [first, ...generations]), leftOut }
    : { ...nameParts(first, [others.join(' '), ...generations]), leftOut };
}

/** A full name without what is no name, in the order in which it was written. */
export function bareName(fullName: string): string {
  if (fullName.length > MAX_LENGTH) return fullName;
  const { head, given, generations } = barePartsOf(fullName);
  return [head, ...given, ...generations].join(' ');
}

/** Whether a text is only a form of address, as in the column `Title` of address books: `Mr.`, `Frau Dr.` */
export function isSalutation(text: string): boolean {
  return text
    .split(' ')
    .every((word, index) => isTitle(word, index > 0) && !PROFESSIONS.has(word.toLowerCase()));
}

/** The same for a name whose parts are told apart: `Dr. Jane`, `Doe, FCA`. */
export function readNameParts({ firstName, lastName }: NameParts): ReadName {
  const leftOut: string[] = [];
  const [hasFirst, hasLast] = [firstName, lastName].map((part) => LETTER.test(part ?? ''));
  const first = readPart(firstName, { hasOther: hasLast === true, mayBeTitle: hasLast === true }, leftOut);
  const last = readPart(lastName, { hasOther: hasFirst === true, mayBeTitle: false }, leftOut);
  return { firstName: first, lastName: last, leftOut };
}

interface BareParts {
  readonly head: string;
  /** What stands behind a comma, and is a name. */
  readonly given: readonly string[];
  readonly generations: readonly string[];
  /** Whether a title stood in front. */
  readonly isTitled: boolean;
  readonly leftOut: readonly string[];
}

function barePartsOf(fullName: string): BareParts {
  const [, title, family, givenNames] = FRENCH_ORDER.exec(fullName) ?? [];
  return title === undefined
    ? partsInOrder(fullName, [])
    : partsInOrder(`${family ?? ''}, ${givenNames ?? ''}`, [title]);
}

function partsInOrder(fullName: string, leftOut: string[]): BareParts {
  const [head = '', ...behind] = commaParts(withoutRemarks(fullName, leftOut));
  const { rest, generations } = withoutSuffixes(head, behind, leftOut);
  const [family = '', ...given] = rest.map((part) => withoutTitles(part, leftOut));
  return {
    head: given.length === 0 ? withoutCredentials(family, 2, leftOut) : family,
    given,
    generations,
    isTitled: family !== rest[0],
    leftOut,
  };
}

function commaParts(text: string): readonly string[] {
  return text.includes(',') ? text.split(',').flatMap((part) => part.trim() || []) : [text];
}

function readPart(
  given: string | null,
  { hasOther, mayBeTitle }: { readonly hasOther: boolean; readonly mayBeTitle: boolean },
  leftOut: string[],
): string | null {
  if (given === null) return null;
  if (hasOther && given.replace(PICTURES, '').trim() === '') {
    leftOut.push(given);
    return null;
  }
  const [head = '', ...behind] = commaParts(withoutRemarks(given, leftOut));
  const isCredential = (part: string): boolean =>
    isKnownCredential(part) || ((hasOther || isWholeName(head)) && isUnknownCredential(part, head));
  const kept = behind.filter((part) => !isCredential(part));
  leftOut.push(...behind.filter(isCredential));
  const bare = withoutTitles(head, leftOut, mayBeTitle);
  const name = withoutCredentials(bare, hasOther ? 1 : 2, leftOut);
  const whole = [name, ...kept].filter((part) => part !== '').join(', ');
  return whole === '' ? null : whole;
}

/** A text without pictures, pronouns, brackets, and what stands behind a bar. */
function withoutRemarks(given: string, leftOut: string[]): string {
  const text = given.replace(SPACED_DOCTORATE, '');
  if (PLAIN_NAME.test(text) && !text.includes(" '")) return text.trim().replace(/\s+/gu, ' ');
  const inside = WHOLLY_IN_BRACKETS.exec(text.trim())?.[1];
  let bare = (inside ?? text).trim();
  for (const pattern of [
    PICTURES,
    ADDRESS,
    BRACKETS,
    NICKNAME,
    PRONOUNS,
    BEHIND_BAR,
    BEHIND_DASH,
    HONORIFICS_BEHIND,
  ]) {
    const next = bare
      .replace(pattern, ' ')
      .replace(/\s+/gu, ' ')
      .replace(/\s+,/gu, ',')
      .replace(/^[\s|•·-]+|[\s|•·-]+$/gu, '');
    if (next !== bare && !LETTER.test(next)) continue;
    leftOut.push(...(bare.match(pattern) ?? []).map((part) => part.trim()).filter((part) => part !== ''));
    bare = next;
  }
  return bare;
}

/**
 * Of one word before the comma, it is unknown whether a suffix belongs to it: `Vance, JD` may have initials.
 */
function withoutSuffixes(
  head: string,
  behind: readonly string[],
  leftOut: string[],
): { rest: readonly string[]; generations: readonly string[] } {
  const generations: string[] = [];
  if (behind.length < 2 && !head.includes(' ')) return { rest: [head, ...behind], generations };
  const isWhole = isWholeName(head);
  const rest = behind.filter((part) => {
    if (isGeneration(part)) generations.push(part);
    return !isGeneration(part);
  });
  const isNoName = (part: string): boolean =>
    isKnownCredential(part) ||
    ((isWhole || behind.length > 1) && part.split(' ').every((word, index) => isTitle(word, index > 0))) ||
    (isWhole && beginsWithCredential(part)) ||
    (isWhole && isUnknownCredential(part, head)) ||
    ((isWhole || behind.length > 1) && NO_NAME.test(part));
  const names = rest.filter((part) => !isNoName(part));
  // Behind a whole name, what stands beside a position is a place, not a given name.
  const isRemark = isWhole && (names.length > 1 || rest.some((part) => NO_NAME.test(part)));
  leftOut.push(...(isRemark ? rest : rest.filter(isNoName)));
  return { rest: isRemark ? [head] : [head, ...names], generations };
}

/** Whether a text has a first and a last name: `van den Berg` is only one. */
function isWholeName(text: string): boolean {
  return text.split(' ').filter((word) => !PARTICLES.has(word.toLowerCase())).length > 1;
}

function withoutTitles(text: string, leftOut: string[], mayBeAll = false): string {
  const words = text.split(' ');
  let count = 0;
  while (count < MAX_TITLES && count < words.length && isTitle(words[count] ?? '', count > 0)) count += 1;
  if (count === 0 || (count === words.length && !mayBeAll)) {
    return text;
  }
  leftOut.push(words.slice(0, count).join(' '));
  return words.slice(count).join(' ');
}

function isTitle(word: string, isBehindTitle: boolean): boolean {
  const lower = word.toLowerCase();
  if (!SEPARATED.test(lower)) return TITLES.has(lower);
  const plain = lower.replaceAll('.', '');
  if (TITLES.has(plain)) return true;
  if (TITLES_WITH_DOT.has(plain) && lower.endsWith('.')) return true;
  const parts = lower.split(/[.-]+/u).filter((part) => part !== '');
  const [first = '', ...others] = parts;
  const isFirst = TITLES.has(first) || (TITLES_WITH_DOT.has(first) && lower.includes('.'));
  const isCompound = others.length > 0 && (isFirst || isBehindTitle);
  if (isCompound) return others.every((part) => TITLES.has(part) || AFTER_TITLES.has(part));
  return isBehindTitle && lower.endsWith('.') && AFTER_TITLES.has(plain);
}

/** @param fewest words that a name has without its credentials */
function withoutCredentials(text: string, fewest: number, leftOut: string[]): string {
  const words = text.split(' ');
  let end = words.length;
  while (end > fewest && isCredentialWord(words[end - 1] ?? '')) end -= 1;
  // `Doe - MBA`
  if (end < words.length && end > fewest && /^[-–—]$/u.test(words[end - 1] ?? '')) end -= 1;
  if (end < words.length) leftOut.push(words.slice(end).join(' '));
  return words.slice(0, end).join(' ');
}

function isCredentialWord(word: string): boolean {
  const plain = plainWord(word);
  const isWritten = isWrittenAsCredential(word) || CREDENTIALS_IN_ANY_CASE.has(plain);
  return isWritten && CREDENTIALS.has(plain) && !CREDENTIALS_LIKE_NAMES.has(plain);
}

function isGeneration(part: string): boolean {
  return GENERATIONS.has(part.replaceAll('.', '').toUpperCase());
}

function isKnownCredential(part: string): boolean {
  return part.split(' ').every((word) => {
    const plain = plainWord(word);
    return CREDENTIALS.has(plain) && (isWrittenAsCredential(word) || !CREDENTIALS_LIKE_NAMES.has(plain));
  });
}

function isWrittenAsCredential(word: string): boolean {
  return TWO_CAPITALS.test(word) || word === word.toLowerCase();
}

/** `ITIL v4`, `AWS Certified` */
function beginsWithCredential(part: string): boolean {
  const [word = ''] = part.split(' ');
  return word.length > 2 && word === word.toUpperCase() && isCredentialWord(word);
}

function plainWord(word: string): string {
  return word.replaceAll(/[.®™]/gu, '').toUpperCase();
}

/** Capitals behind a name that is not in capitals itself. With dots they may be initials: `Berg, J.P.` */
function isUnknownCredential(part: string, head: string): boolean {
  const isShouted = head === head.toUpperCase();
  return !isShouted && part.split(' ').every((word) => CAPITALS.test(word) && word.length > 1);
}

function nameParts(first: string, last: readonly string[]): NameParts {
  const lastName = last.filter((part) => part !== '').join(', ');
  return { firstName: first === '' ? null : first, lastName: lastName === '' ? null : lastName };
}
