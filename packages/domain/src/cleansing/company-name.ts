import { LIMITS } from './limits.js';
import { isPlaceholder } from './placeholder.js';
import { cleanName } from './text.js';

/**
 * The words that the specification lists, as whole words: the `Inc` in `Inc.com` or `Incyte` does not count.
 */
const LEGAL_FORM = /(?<=^|[\s,;(])(?:inc|llc|ltd|corp)\.?(?=$|[\s,;)])/giu;
const SEGMENT = /[^\s\-–—/&+(["“]+/gu;
const ACRONYM_LENGTH = 3;

/**
 * A company's name without the words Inc, LLC, Ltd and Corp, proper-cased (specification, "Data cleansing").
 *
 * Proper-casing repairs names that were typed in one case. A word in mixed case is intended and stays
 * (`McDonald's`), and so does an acronym of up to three letters (`IBM`), unless the whole name is in capitals
 * and longer than an acronym. A name that consists only of such words (`Inc.`) is kept. Cleaning is
 * idempotent.
 */
export function cleanCompanyName(name: string): string {
  const line = cleanName(name, LIMITS.companyName);
  const bare = withoutLegalForm(line);
  // Without its legal form, `None Ltd` would be a word that stands for a missing name.
  return properCase(/[\p{L}\p{N}]/u.test(bare) && !isPlaceholder(bare) ? bare : line);
}

/** A name without its legal forms and their remains; empty if there was nothing else. */
export function withoutLegalForm(name: string): string {
  let rest = name;
  for (;;) {
    const next = rest
      .replace(LEGAL_FORM, ' ')
      .replace(/\(\s*\)/gu, ' ')
      .replace(/\s+(?=[,;)])|(?<=\()\s+/gu, '')
      .replace(/\s+/gu, ' ')
      .replace(/^[\s,;]+|[\s,;]+$/gu, '');
    // Removing one word can uncover another, as in `In (Inc) c`. The text gets shorter in every round except
    // the last.
    if (next === rest) return next;
    rest = next;
  }
}

function properCase(name: string): string {
  const segments = name.match(SEGMENT) ?? [];
  const shouted =
    name === name.toUpperCase() && segments.some((segment) => letterCount(segment) > ACRONYM_LENGTH);
  return name.replace(SEGMENT, (segment) => properCaseSegment(segment, shouted));
}

function properCaseSegment(segment: string, shouted: boolean): string {
  const upper = segment.toUpperCase();
  const lower = segment.toLowerCase();
  if (segment !== lower && segment !== upper) return segment;
  if (segment !== lower && !shouted && letterCount(segment) <= ACRONYM_LENGTH) return segment;
  // In `o'neill`, the letter after a one-letter prefix is capitalized too; the s of `wendy's` is not.
  const prefixed = /^(\p{L}['’])(\p{L}.*)$/su.exec(segment);
  if (prefixed !== null) return capitalise(prefixed[1] ?? '') + capitalise(prefixed[2] ?? '');
  return capitalise(segment);
}

function capitalise(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0x20);
  // Digits have no upper case, and some letters do not survive the way back (`ß`, dotless `ı`): leave them
  // alone.
  if (!/\p{L}/u.test(first)) return text;
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
