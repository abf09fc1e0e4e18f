import {
  acronyms,
  capitalAcronyms,
  finalLegalForms,
  legalForms,
  longestForm,
  nameParticles,
  smallWords,
} from './company-words.js';

/** A word is what stands between blanks, commas, brackets and quotes. Its segments are cased one by one. */
const WORD = /[^\s,;()[\]"“”„«»]+/gu;
const SEGMENT = /[^\-–—/&+]+/gu;
/** Letters with a dot behind each, and a name directly behind at least two of them: `S.A`, `J.P.Morgan`. */
const INITIALS = /^(?:((?:\p{L}\.){2,})(.{2,})|(?:\p{L}\.)+\p{L}?)$/su;
/** Acronyms of one or two letters around an ampersand: `B&Q`. */
const JOINED_CAPITALS = /^\p{Lu}{1,2}(?:&\p{Lu}{1,2})+$/u;
const ACRONYM_LENGTH = 3;

interface Word {
  readonly text: string;
  /** Where it starts in the name. */
  readonly start: number;
}

/** The words of a name that a legal form or an acronym takes up, and how they are spelled. */
interface OwnForm {
  readonly words: number;
  readonly spelling: string;
}

type Case = 'shouted' | 'mixed' | 'plain';

/**
 * A company's name in proper case (specification, "Data cleansing"): it repairs names that were typed in one
 * case. A word in mixed case is intended and stays (`McDonald's`), and so does an acronym of up to three letters
 * (`XYZ`), unless the whole name is in capitals and longer than an acronym.
 *
 * Some letters have a case of their own: legal forms (`GmbH`, `Sp. z o.o.`), well-known acronyms, letters with a
 * dot behind each (`J.P.`), and, in a name with words in mixed case, small particles (`von der`, `of`).
 *
 * Only the case of letters changes, never the letters. The result is idempotent.
 */
export function properCase(name: string): string {
  const words = [...name.matchAll(WORD)].map(({ 0: text, index }): Word => ({ text, start: index }));
  const forms = ownForms(name, words);
  const nameCase = caseOf(
    name,
    words.filter((_, index) => !forms.has(index)),
  );
  let cased = '';
  let end = 0;
  for (let index = 0; index < words.length;) {
    const form = forms.get(index);
    const last = words[index + (form?.words ?? 1) - 1];
    const word = words[index];
    if (word === undefined || last === undefined) {
      break;
    }
    cased += name.slice(end, word.start) + (form?.spelling ?? casedWord(word.text, nameCase, index === 0));
    end = last.start + last.text.length;
    index += form?.words ?? 1;
  }
  return cased + name.slice(end);
}

/** By the index of its first word, each legal form of the name behind its first word. */
function ownForms(name: string, words: readonly Word[]): ReadonlyMap<number, OwnForm> {
  const forms = new Map<number, OwnForm>();
  for (let index = 0; index < words.length;) {
    const form = ownFormAt(name, words, index);
    if (form === null) {
      index += 1;
    } else {
      forms.set(index, form);
      index += form.words;
    }
  }
  return forms;
}

function ownFormAt(name: string, words: readonly Word[], index: number): OwnForm | null {
  const first = words[index];
  if (first === undefined) {
    return null;
  }
  for (let count = Math.min(longestForm, words.length - index); count > 0; count -= 1) {
    const last = words[index + count - 1] ?? first;
    const text = name.slice(first.start, last.start + last.text.length);
    const isAtEnd = index > 0 && isFinal(words[index + count]);
    const spelling = spellingOf(text, isAtEnd);
    if (spelling !== undefined) {
      return { words: count, spelling };
    }
  }
  return null;
}

/** A short word in mixed case may be a name (`Heartland Ag`), in contrast to `Gmbh` and `B.v.`. */
function spellingOf(text: string, isAtEnd: boolean): string | undefined {
  const small = text.toLowerCase();
  if (isOneCase(text)) {
    return legalForms.get(small) ?? (isAtEnd ? finalLegalForms.get(small) : undefined);
  }
  return letterCount(text) > ACRONYM_LENGTH || text.includes('.') ? legalForms.get(small) : undefined;
}

/** Whether a word is the last one, but for a second legal form: `SE & Co. KGaA`. */
function isFinal(next: Word | undefined): boolean {
  return next === undefined || next.text === '&' || next.text === '+';
}

/** Acronyms have capitals in every name, so they do not say how a name was typed. */
function caseOf(name: string, words: readonly Word[]): Case {
  const segments = words
    .filter(({ text }) => !acronyms.has(text.toLowerCase()))
    .flatMap(({ text }) => text.match(SEGMENT) ?? [])
    .filter((segment) => !acronyms.has(segment.toLowerCase()));
  if (segments.some((segment) => !isOneCase(segment))) {
    return 'mixed';
  }
  const isLong = segments.some((segment) => letterCount(segment) > ACRONYM_LENGTH);
  return name === name.toUpperCase() && isLong ? 'shouted' : 'plain';
}

function casedWord(word: string, nameCase: Case, isFirst: boolean): string {
  if (nameCase === 'mixed' && (nameParticles.has(word) || (!isFirst && smallWords.has(word)))) {
    return word;
  }
  const acronym = acronymOf(word, nameCase);
  if (acronym !== undefined) {
    return acronym;
  }
  return JOINED_CAPITALS.test(word)
    ? word
    : word.replace(SEGMENT, (segment) => casedSegment(segment, nameCase));
}

function casedSegment(segment: string, nameCase: Case): string {
  if (!isOneCase(segment)) {
    return segment;
  }
  const initials = INITIALS.exec(segment);
  if (initials !== null) {
    const [, letters = segment, rest = ''] = initials;
    return [...letters].map(reversibleUpper).join('') + (rest === '' ? '' : casedSegment(rest, nameCase));
  }
  const acronym = acronymOf(segment, nameCase);
  if (acronym !== undefined) {
    return acronym;
  }
  const isCapitals = segment !== segment.toLowerCase();
  if (isCapitals && nameCase !== 'shouted' && letterCount(segment) <= ACRONYM_LENGTH) {
    return segment;
  }
  // In `o'neill`, the letter after a one-letter prefix is capitalized too; the s of `wendy's` is not.
  const prefixed = /^(\p{L}['’])(\p{L}.*)$/su.exec(segment);
  if (prefixed !== null) {
    return capitalise(prefixed[1] ?? '') + capitalise(prefixed[2] ?? '');
  }
  return capitalise(segment);
}

/** In a name in mixed case, a word in small letters is meant to be one. */
function acronymOf(word: string, nameCase: Case): string | undefined {
  const small = word.toLowerCase();
  if (!isOneCase(word) || (word === small && nameCase === 'mixed')) {
    return undefined;
  }
  return acronyms.get(small) ?? (capitalAcronyms.has(word) ? word : undefined);
}

function isOneCase(text: string): boolean {
  return text === text.toLowerCase() || text === text.toUpperCase();
}

function capitalise(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0x20);
  // Digits have no upper case, and some letters do not survive the way back (`ß`, dotless `ı`): leave them
  // alone.
  if (!/\p{L}/u.test(first)) {
    return text;
  }
  return reversibleUpper(first) + [...text.slice(first.length)].map(reversibleLower).join('');
}

function reversibleUpper(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.toLowerCase() === letter ? upper : letter;
}

function reversibleLower(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.toUpperCase() === letter ? lower : letter;
}

function letterCount(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
