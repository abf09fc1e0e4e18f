const PLAIN = /^[\x20-\x7e]*$/;
/** Control characters, lone surrogates, and the invisible or direction-changing characters that hide in pasted text. */
const INVISIBLE = /(?!\s)[\p{Cc}\p{Cs}]|[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;
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
  const visible = PLAIN.test(bounded) ? bounded : bounded.replace(INVISIBLE, '').normalize('NFC');
  return clip(visible.replace(/\s+/gu, ' ').trim(), maxLength).trimEnd();
}

/** Like `cleanLine`, for texts of several lines: line breaks stay, more than one blank line in a row does not. */
export function cleanBlock(text: string, maxLength: number): string {
  const lines = clip(text, maxLength * 4)
    .split(LINE_BREAK)
    .map((line) => cleanLine(line, maxLength));
  const block = lines.join('\n').replace(/\n{3,}/gu, '\n\n');
  return clip(block.trim(), maxLength).trimEnd();
}
