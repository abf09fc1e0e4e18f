import { foldCase } from '../comparison-form.js';
import { withoutInvisible } from './invisible.js';
import {
  ABSENT_INITIALS,
  ABSENT_WORDS,
  NAMES_LIKE_PLACEHOLDERS,
  UNDECIDED_WORDS,
  WORDS_IN_BRACKETS,
} from './placeholder-words.js';

/** Longer than every word in the table with the punctuation that people put around it. */
const MAX_LENGTH = 60;
const WITHOUT_LETTERS = /^[\p{P}\s=+|~^<>`\u2500]*$/u;
const EDGES = /^[\p{P}\s=+|~^<>`]+|[\p{P}\s=+|~^<>`]+$/gu;
const SEPARATORS = /[\p{P}\s]+/u;
/** `#REF!`, `#NAME?`, `#WERT!`, `#¡VALOR!`: an error of a spreadsheet in any language. */
const SPREADSHEET_ERROR = /^#[¡¿]?(?=.*\p{L})[\p{Lu}\p{N}/_]+[!?]$/u;
const ERRORS_WITHOUT_SIGN = /^#(?:n\/?[abdv]|n\/a n\/a|spill|calc|error)$/iu;
/** `{{first_name}}`, `*|FNAME|*`, `%%company%%`, `${email}`: a field that a template left as it was. */
const MERGE_FIELD = /^(?:\{\{.*\}\}|\*\|.*\|\*|%%.*%%|\$\{.*\}|<<.*>>|\[\[.*\]\])$/u;
/** `\N` stands for null in files of some databases. */
const NULL_OF_DATABASE = /^\\N$/u;
const CROSSES = /^x{2,}$/u;
const BRACKETED = /^[([{<].*[)\]}>]$/u;
const INITIALS = /^\p{L}(?:\s*[./\\_-]\s*\p{L})+$/u;
/** Dotted capitals beside another name are initials: `N.A. Miller`. */
const DOTTED_CAPITALS = /^(?:\p{Lu}\.\s?)+$/u;
const TITLE_CASE = /^\p{Lu}[\p{Ll}\p{Lo}]*$/u;
/** `na@na.com`, `noemail@none.com`: an address that people type where one is required. */
const ADDRESS = /^([^@\s]+)@([^@.\s]+)\.[^@\s]+$/u;
const NO_ADDRESS: ReadonlySet<string> = new Set(['noemail', 'no email', 'nomail', 'no mail', 'keineemail']);
const ZEROS = /^0+(?:[.,]0+)?$/u;

const ASCII = /^[\x20-\x7e]*$/;
const FIRST_WORD = /[\p{L}\p{M}\p{N}]+/u;
/** What a spreadsheet error, a merge field or a bracket begins with. */
const SIGN = /^[^\p{L}\p{N}]*[#{*%$<[(\\]/u;
/** Of a text in ASCII, the first word without one of these signs in front of it. */
const FIRST_ASCII_WORD = /^[^a-z0-9#{*%$<[(\\]*([a-z0-9]+)/i;
/** Several words without other signs, and the last of them. */
const PLAIN_WORDS = /^[a-z0-9]+(?: +[a-z0-9]+)* +([a-z0-9]+)$/i;

const absent = wordSet(ABSENT_WORDS);
const undecided = wordSet(UNDECIDED_WORDS);
const absentInitials = wordSet(ABSENT_INITIALS);
const inBrackets = wordSet(WORDS_IN_BRACKETS);
const likeNames = wordSet(NAMES_LIKE_PLACEHOLDERS);
/** Every text of the tables begins with one of these, so that almost all others are told by one look-up. */
const firstWords: ReadonlySet<string> = new Set(
  [absent, undecided, absentInitials, NO_ADDRESS].flatMap((words) =>
    [...words].map((word) => word.split(' ')[0] ?? ''),
  ),
);
/** The same for the end of a text without signs: `Company unknown` ends with one, and `Company Ltd` does not. */
const lastWords: ReadonlySet<string> = new Set(
  [absent, undecided].flatMap((words) => [...words].map((word) => word.split(' ').at(-1) ?? '')),
);

/** What a placeholder says: that there is no value, or that the sender does not know or tell it. */
type PlaceholderKind = 'absent' | 'undecided';

/** What a text says that stands for a missing value; null for other texts. `None Better` is a name. */
export function placeholderKind(given: string): PlaceholderKind | null {
  if (given.length > MAX_LENGTH) return null;
  const isAscii = ASCII.test(given);
  const text = isAscii ? given.trim() : withoutInvisible(given).trim();
  if (text === '' || (isAscii ? isSurelyNoneInAscii(text) : isSurelyNone(text))) return null;
  return kindOf(text) ?? kindOfParts(text);
}

/** Like `isSurelyNone`, faster: every text is judged several times, and almost all are ASCII and none. */
function isSurelyNoneInAscii(text: string): boolean {
  const first = FIRST_ASCII_WORD.exec(text)?.[1]?.toLowerCase();
  if (first === undefined) return false;
  if (!firstWords.has(first) && !first.startsWith('xx')) return true;
  const last = PLAIN_WORDS.exec(text)?.[1]?.toLowerCase();
  return last !== undefined && !lastWords.has(last) && !/^x+$/.test(last);
}

function isSurelyNone(text: string): boolean {
  const [word] = FIRST_WORD.exec(text) ?? [];
  if (word === undefined || SIGN.test(text)) return false;
  const first = foldCase(word);
  return !firstWords.has(first) && !first.startsWith('xx');
}

export function isPlaceholder(given: string): boolean {
  return placeholderKind(given) !== null;
}

/** In every field: `NA` is also a country and a province, `Null` a surname, `N.A.` a person's initials. */
export function isPlaceholderAnywhere(given: string): boolean {
  return isPlaceholder(given) && given.trim() !== 'NA' && !isLikeName(given.trim());
}

/** Null for a placeholder. A zero is what spreadsheets show for a reference to an empty cell. */
export function withoutPlaceholder(given: string | null): string | null {
  return given === null || isPlaceholder(given) || ZEROS.test(given.trim()) ? null : given;
}

/** A part of a name, given the other part: beside it, words that are also names, and initials, are names. */
export function namePart(given: string | null, other: string | null): string | null {
  const part = withoutPlaceholder(given);
  if (given === null || part !== null || withoutPlaceholder(other) === null) return part;
  return isLikeName(given) ? given : null;
}

function isLikeName(text: string): boolean {
  return DOTTED_CAPITALS.test(text) || (TITLE_CASE.test(text) && likeNames.has(comparable(text)));
}

function isAddressOfNobody(text: string): boolean {
  const [, local, label] = ADDRESS.exec(text) ?? [];
  return [local, label].every((part) => {
    const words = comparable(part ?? '');
    return NO_ADDRESS.has(words) || absent.has(words) || undecided.has(words) || CROSSES.test(words);
  });
}

function kindOf(text: string): PlaceholderKind | null {
  if (WITHOUT_LETTERS.test(text)) return text.includes('?') ? 'undecided' : 'absent';
  if (NULL_OF_DATABASE.test(text)) return 'absent';
  if (ERRORS_WITHOUT_SIGN.test(text)) return /^#n/iu.test(text) ? 'absent' : 'undecided';
  if (SPREADSHEET_ERROR.test(text)) return 'undecided';
  if (MERGE_FIELD.test(text)) return 'undecided';
  return kindOfWords(text) ?? (isAddressOfNobody(text) ? 'absent' : null);
}

/** A name whose parts are all missing: `None None`, `keine Angabe, unbekannt`. */
function kindOfParts(text: string): PlaceholderKind | null {
  for (const { index } of text.matchAll(/\s/gu)) {
    const first = kindOf(text.slice(0, index));
    const rest = text.slice(index + 1);
    const others = first === null ? null : (kindOf(rest) ?? kindOfParts(rest));
    if (others !== null) return others;
  }
  return null;
}

function kindOfWords(text: string): PlaceholderKind | null {
  const inner = text.replace(EDGES, '');
  const words = comparable(inner);
  if (CROSSES.test(words.replaceAll(' ', ''))) return 'undecided';
  if (INITIALS.test(inner) && absentInitials.has(words)) return 'absent';
  if (BRACKETED.test(text) && inBrackets.has(words)) return 'undecided';
  if (absent.has(words)) return 'absent';
  return undecided.has(words) ? 'undecided' : null;
}

function wordSet(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map(comparable));
}

function comparable(text: string): string {
  return foldCase(text)
    .split(SEPARATORS)
    .filter((word) => word !== '')
    .join(' ');
}
