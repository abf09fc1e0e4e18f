import { unescaped } from './cleansing/entities.js';
import { withoutInvisible } from './cleansing/invisible.js';
import { clip } from './cleansing/text.js';

const ASCII = /^[\x20-\x7e]*$/;
/** ASCII without the sign that begins an escape. */
const PLAIN = /^[\x20-\x25\x27-\x7e]*$/;
/** Of Latin, Greek and Cyrillic letters. Vowel signs of other scripts are part of the name and stay. */
const ACCENTS = /[\u0300-\u036F]/gu;
/** Latin letters with a stroke and ligatures, which Unicode does not decompose, as people write them in ASCII. */
const WITHOUT_STROKE: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe', þ: 'th' },
};
/** Signs behind a name that Unicode decomposes to letters: `Acme™` is no `Acmetm`. `®` and `©` are no letters. */
const TRADE_SIGNS = /[™℠\u{1F16A}-\u{1F16C}]/gu;
const STROKE = new RegExp(`[${Object.keys(WITHOUT_STROKE).join('')}]`, 'gu');

/**
 * A text without differences in case, accents, strokes, trade signs, Unicode form, invisible characters and HTML
 * escapes; spaces and punctuation stay. Leads that were stored before imports removed the escapes still have them.
 *
 * Lower-casing alone is not enough: some letters have several lower-case forms (`ß` and `ss`, `σ` and `ς`,
 * `i` and `ı`), so the text is upper-cased first.
 */
export function foldCase(given: string): string {
  // Plain ASCII has neither accents nor strokes, and without `&` no escapes.
  if (PLAIN.test(given)) return given.toLowerCase();
  return folded(withoutEscapes(given).replace(TRADE_SIGNS, '')).replace(
    STROKE,
    (letter) => WITHOUT_STROKE[letter] ?? letter,
  );
}

/** Whether a text may have letters that are compared in another form than formerly. */
export function mayHaveStrokes(text: string): boolean {
  return !ASCII.test(text) || text.includes('&');
}

/** The form in which keys were written while `™` was `tm`, and `ø`, `ł`, `đ`, `ð`, `æ`, `œ` and `þ` were letters of their own. */
export function formerFoldCase(given: string): string {
  return folded(withoutEscapes(given));
}

function withoutEscapes(text: string): string {
  return text.includes('&') ? unescaped(text) : text;
}

function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return withoutInvisible(
    withoutInvisible(text)
      .normalize('NFKD')
      .toLowerCase()
      .toUpperCase()
      .normalize('NFKD')
      .replace(ACCENTS, '')
      .toLowerCase()
      .replaceAll('ς', 'σ'),
  ).normalize('NFC');
}

/** Only the letters and digits of a folded text: exactly a-z and 0-9 for ASCII, and those of every other script. */
export function lettersAndDigits(folded: string): string {
  return ASCII.test(folded) ? folded.replace(/[^a-z0-9]/g, '') : folded.replace(/[^\p{L}\p{M}\p{Nd}]/gu, '');
}

/** Only the letters of a folded text: exactly a-z for ASCII, and those of every other script. */
export function letters(folded: string): string {
  return ASCII.test(folded) ? folded.replace(/[^a-z]/g, '') : folded.replace(/[^\p{L}\p{M}]/gu, '');
}

/** `C.E.O.`, `V. P.`, `P.-D.G.` */
const DOTTED_INITIALS =
  /(?<!\p{L})\p{L}\.(?:[\s-]?\p{L}\.)+(?:\p{L}(?!\p{L}))?|(?<!\p{L})(?:\p{L}\.)+\p{L}(?!\p{L})/gu;

/** Lower-case words with single spaces between them: `C-Suite` becomes `c suite`, and `C.E.O.` `ceo`. */
export function toWords(text: string | null): string {
  return clip(text ?? '', 200)
    .toLowerCase()
    .replace(DOTTED_INITIALS, (initials) => initials.replace(/[^\p{L}]/gu, ''))
    .replace(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim();
}
