import { visibleText } from './invisible.js';

const PLAIN = /^[\x20-\x7e]*$/;
/** Nothing to clean: ASCII words with single spaces between them. */
const CLEAN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
/** Letters and digits including their compatible forms. The two ordinal signs are letters only by name. */
const LETTER_FORMS = /(?:(?![ªº])[\p{Alphabetic}\p{Nd}\uFF01-\uFFEF])+/gu;
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/u;
const DANGLING_SURROGATE = /[\uD800-\uDBFF]$/;

/** The first `maxLength` code units of a text, never ending in half a character. */
export function clip(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(DANGLING_SURROGATE, '');
}

/** A text as one clean line in Unicode form NFC: no control or invisible characters, single spaces. Idempotent. */
export function cleanLine(text: string, maxLength: number): string {
  if (text.length <= maxLength && CLEAN.test(text)) return text;
  // Text far beyond the limit cannot matter, and hostile input must not cost more than its limit.
  const bounded = clip(text, maxLength * 4);
  const visible = PLAIN.test(bounded) ? bounded : visibleText(bounded).normalize('NFC');
  return clip(visible.replace(/\s+/gu, ' ').trim(), maxLength).trimEnd();
}

/** Like `cleanLine`, with styled and full-width letters (`Ｊａｎｅ`) made plain: the PSA is searched for names. */
export function cleanName(text: string, maxLength: number): string {
  const line = cleanLine(text, maxLength);
  if (PLAIN.test(line)) return line;
  return cleanLine(
    line.replace(LETTER_FORMS, (word) => word.normalize('NFKC')),
    maxLength,
  );
}

/** Like `cleanLine`, for texts of several lines: keeps line breaks, but at most one blank line in a row. */
export function cleanBlock(text: string, maxLength: number): string {
  const lines = clip(text, maxLength * 4)
    .split(LINE_BREAK)
    .map((line) => cleanLine(line, maxLength));
  const block = lines.join('\n').replace(/\n{3,}/gu, '\n\n');
  return clip(block.trim(), maxLength).trimEnd();
}
