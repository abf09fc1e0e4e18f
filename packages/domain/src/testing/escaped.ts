import { encodeNonAsciiHTML } from 'entities';
import fc from 'fast-check';

const LETTER = /\p{L}/u;
const NAMED = /^&[a-z][a-z\d]*;$/iu;
const LAST_CODE_POINT = 0x1ffff;

/** Every letter that HTML has a name for, with its reference: `é` and `&eacute;`. */
export const namedLetters: readonly (readonly [letter: string, reference: string])[] = allNamedLetters();

/** A word of such letters, and the same word with every letter as itself or as some reference, escaped again or not. */
export const escapedWord: fc.Arbitrary<{ readonly plain: string; readonly written: string }> = fc
  .tuple(
    fc.array(
      fc.tuple(fc.constantFrom(...namedLetters), fc.constantFrom('named', 'decimal', 'hex', 'plain')),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
    fc.boolean(),
  )
  .map(([letters, isEscapedAgain]) => {
    const written = letters.map(([[letter, reference], form]) => spelled(letter, reference, form)).join('');
    return {
      plain: letters.map(([[letter]]) => letter).join(''),
      written: isEscapedAgain ? written.replaceAll('&', '&amp;') : written,
    };
  });

function allNamedLetters(): [string, string][] {
  const found: [string, string][] = [];
  for (let code = 0x80; code <= LAST_CODE_POINT; code += 1) {
    const letter = String.fromCodePoint(code);
    const reference = LETTER.test(letter) ? encodeNonAsciiHTML(letter) : '';
    if (NAMED.test(reference)) {
      found.push([letter, reference]);
    }
  }
  return found;
}

function spelled(letter: string, reference: string, form: string): string {
  const code = letter.codePointAt(0) ?? 0;
  switch (form) {
    case 'named':
      return reference;
    case 'decimal':
      return `&#${code};`;
    case 'hex':
      return `&#x${code.toString(16)};`;
    default:
      return letter;
  }
}
