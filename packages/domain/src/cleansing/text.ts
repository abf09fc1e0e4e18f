import { visibleText } from './invisible.js';

const PLAIN = /^[\x20-\x7e]*$/;
/** Letters and digits with everything that is a compatible form of them; the two ordinal signs are letters by name alone. */
const LETTER_FORMS = /(?:(?![ªº])[\p{Alphabetic}\p{Nd}\uFF01-\uFFEF])+/gu;
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/u;
const DANGLING_SURROGATE = /[\uD800-\uDBFF]$/;

/** The first `maxLength` code units of a text, never ending in half a character. */
export function clip(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(DANGLING_SURROGATE, '');
}

/**
 * A text as one clean line: no control or invisible characters, runs of white space as one blank, trimmed, Unicode
 * form NFC, at most `maxLength` long. A cleaned line cleaned again is unchanged.
 */
export function cleanLine(text: string, maxLength: number): string {
  // What lies far behind the limit cannot matter: hostile input must not cost more than its limit.
  const bounded = clip(text, maxLength * 4);
  const visible = PLAIN.test(bounded) ? bounded : visibleText(bounded).normalize('NFC');
  return clip(visible.replace(/\s+/gu, ' ').trim(), maxLength).trimEnd();
}

/**
 * Like `cleanLine`, for the name of a person or a company: letters and digits in a styled or full-width form (`Ｊａｎｅ`) become the
 * plain ones, by which the PSA is searched. Signs such as `™` stay.
 */
export function cleanName(text: string, maxLength: number): string {
  const line = cleanLine(text, maxLength);
  if (PLAIN.test(line)) return line;
  return cleanLine(
    line.replace(LETTER_FORMS, (word) => word.normalize('NFKC')),
    maxLength,
  );
}

/** Like `cleanLine`, for texts of several lines: line breaks stay, more than one blank line in a row does not. */
export function cleanBlock(text: string, maxLength: number): string {
  const lines = clip(text, maxLength * 4)
    .split(LINE_BREAK)
    .map((line) => cleanLine(line, maxLength));
  const block = lines.join('\n').replace(/\n{3,}/gu, '\n\n');
  return clip(block.trim(), maxLength).trimEnd();
}
