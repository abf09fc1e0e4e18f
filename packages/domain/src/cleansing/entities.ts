import { decodeHTMLStrict } from 'entities';

/**
 * References with their semicolon, longer ones than any of HTML excluded. Without it they are left alone, as
 * in the query string `?a=1&copy=2` or in `Smith &copy Co`.
 */
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;
/** What the decoder makes of a reference to a code point that is no character, and the references to itself. */
const REPLACEMENT = '\ufffd';
const OF_REPLACEMENT = /^&#(?:0*65533|x0*fffd);$/iu;
/** One system escapes a text, and the next one escapes that. */
const USUAL_LEVELS = 2;

/** A text without HTML escapes: some systems store `R&amp;D` for `R&D`. Removes one level of escapes. */
export function withoutEntities(text: string): string {
  return text.includes('&') ? text.replace(REFERENCE, decoded) : text;
}

/** A text without HTML escapes, also if it was escaped twice: `R&amp;amp;D`. */
export function unescaped(text: string, maxLevels = USUAL_LEVELS): string {
  let rest = text;
  for (let level = 0; level < maxLevels; level += 1) {
    const next = withoutEntities(rest);
    if (next === rest) {
      break;
    }
    rest = next;
  }
  return rest;
}

/**
 * Names are case-sensitive (`&Eacute;` and `&eacute;`). A name that exists in no such spelling was changed with
 * the text around it: `CAF&EACUTE;` has the capital letter.
 */
function decoded(reference: string): string {
  const lower = reference.toLowerCase();
  const spellings = [reference, `&${lower.charAt(1).toUpperCase()}${lower.slice(2)}`, lower];
  for (const spelling of spellings) {
    const character = decodeHTMLStrict(spelling);
    if (character !== spelling) {
      return character === REPLACEMENT && !OF_REPLACEMENT.test(reference) ? reference : character;
    }
  }
  return reference;
}
