import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { companyName } from '../testing/arbitraries.js';
import { cleanCompanyName } from './company-name.js';
import { isPlaceholder, namePart, placeholderKind } from './placeholder.js';
import { ABSENT_WORDS, UNDECIDED_WORDS } from './placeholder-words.js';

const word = fc.constantFrom(...ABSENT_WORDS, ...UNDECIDED_WORDS);
const wrapper = fc.constantFrom(
  ...([
    ['', ''],
    ['[', ']'],
    ['(', ')'],
    ['<', '>'],
    ['"', '"'],
    ["'", "'"],
    ['--', '--'],
  ] as const),
  ...([
    ['- ', ' -'],
    ['', '.'],
    ['', '!'],
    ['\u200b', ' '],
    ['', ':'],
    ['{', '}'],
    ['*', '*'],
  ] as const),
);
const spelling = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.normalize('NFD'),
  (text: string) => text.replaceAll(' ', '_'),
  (text: string) => text.replaceAll(' ', '-'),
  (text: string) => text.replaceAll(' ', '  '),
);

describe('a text that stands for a missing value', () => {
  it('is one of the words of any language, in any spelling and brackets', () => {
    fc.assert(
      fc.property(word, spelling, wrapper, (text, spell, [before, after]) => {
        expect(isPlaceholder(`${before}${spell(text)}${after}`)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ...[
      'None',
      'undefined',
      '[not provided]',
      'Un\u200bknown',
      '-',
      '--',
      '—',
      '.',
      '?',
      '???',
      '/',
      '…',
      '()',
      '_',
      '***',
    ],
    ...['TBD', '#REF!', '#N/A', '#NAME?', '#VALUE!', '#DIV/0!', '#WERT!', '#BEZUG!', '#NV', '#¡VALOR!'],
    ...['#¿NOMBRE?', '#RIF!', '#VALEUR!', '#ERROR!', '#SPILL!', '#N/D', 'n.a.', 'N/A', 'n/a', 'N / A', 'NA'],
    ...['Unknown', '(null)', '<null>', 'NaN', '<NA>', '\\N', '--None--', '- None -', '[object Object]'],
    ...['k.A.', 'k. A.', 'n/d', 'N.N.', 's/o', 'n.v.t.', 'Н/Д', 'None None', 'unknown, unknown', 'xxx', 'XX'],
    ...[
      '{{first_name}}',
      '*|FNAME|*',
      '%%company%%',
      ['$', '{email}'].join(''),
      '<<Company>>',
      '[Company Name]',
      '(blank)',
    ],
    ...['<first name>', '(leer)', 'keine Angabe', 'non renseigné', 'no disponible', 'non disponibile'],
    ...['onbekend', 'não informado', 'brak danych', 'okänd', 'ukjent', 'не указано', '不明', '未知', '없음'],
    ...['na@na.com', 'none@none.com', 'noemail@noemail.com', 'unknown@unknown.org'],
  ])('is %s', (text) => {
    expect(isPlaceholder(text)).toBe(true);
  });

  it('tells what is missing from what is not known', () => {
    expect(['-', 'n/a', 'None', 'keine'].map(placeholderKind)).toEqual(Array(4).fill('absent'));
    expect(['Unknown', 'TBD', '#REF!', '???'].map(placeholderKind)).toEqual(Array(4).fill('undecided'));
  });
});

describe('a text that stands for itself', () => {
  it.each([
    ...[
      'None Better Ltd',
      'Unknown Worlds',
      'Null & Void LLC',
      'N/A Systems',
      'Undefined Labs',
      'Missing Link',
    ],
    ...['Not Available Records', 'Confidential Shredding', 'NoName Brands', 'Nada', 'Blank', 'Empty Space'],
    ...['KA', 'ND', 'NC', 'X', 'Company', 'Name', 'C#', '.NET', 'Xerox', '#1 Carpet!', 'Nonesuch', 'Unknow'],
    ...['!K7', '3', '株式会社無印', '🚀', '★', 'naomi@na.com', 'jane@unknown.com', 'na@acme.com', ''],
  ])('is %s', (text) => {
    expect(isPlaceholder(text)).toBe(false);
  });

  it('is the name of every company of the test data', () => {
    fc.assert(
      fc.property(companyName, (name) => {
        fc.pre(/[\p{L}\p{N}]/u.test(name));
        expect(isPlaceholder(name)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is a company whose name begins or ends with such a word, also without its legal form', () => {
    const other = fc.constantFrom('Better', 'Worlds', 'Müller', 'トヨタ', '3000');
    const form = fc.constantFrom('', ' Ltd', ', Inc.', ' LLC', ' GmbH');
    fc.assert(
      fc.property(word, other, form, fc.boolean(), (text, named, legal, isFirst) => {
        const name = `${isFirst ? `${text} ${named}` : `${named} ${text}`}${legal}`;
        expect([isPlaceholder(name), isPlaceholder(cleanCompanyName(name))]).toEqual([false, false]);
      }),
      { numRuns: 1_000 },
    );
    expect(cleanCompanyName('Unknown Ltd')).toBe('Unknown Ltd');
  });
});

describe('a part of a name', () => {
  it.each([
    ['Null', 'Jennifer', 'Null'],
    ['Na', 'Li', 'Na'],
    ['Nil', 'Demir', 'Nil'],
    ['N.A.', 'Miller', 'N.A.'],
    ['Null', 'Null', null],
    ['Null', null, null],
    ['NULL', 'Jennifer', null],
    ['null', 'Jennifer', null],
    ['NA', 'Li', null],
    ['NaN', 'Li', null],
    ['Unknown', 'Jane', null],
    ['None', 'Jane', null],
    ['0', 'Jane', null],
    ['Jane', 'None', 'Jane'],
  ])('%s beside %s is %s', (part, other, name) => {
    expect(namePart(part, other)).toBe(name);
  });
});

describe('a text in ASCII', () => {
  const piece = fc.oneof(
    word.filter((each) => /^[\x20-\x7e]*$/u.test(each)),
    fc.constantFrom(...['x', 'XX', 'xxx', 'Company', 'Ltd', 'Null', 'Jane', 'N.A.', 'k.A.', 'n/d', '0', '7']),
    fc.constantFrom(
      ...['#REF!', '{{name}}', '(blank)', '*|FNAME|*', '\\N', '-', '??', '', '&', 'none@none.com'],
    ),
    fc.string({ unit: 'grapheme-ascii', maxLength: 3 }),
  );
  const separator = fc.constantFrom(' ', '  ', ', ', '@', '-', '/', '.', '');
  const text = fc
    .array(fc.tuple(piece, separator), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.flat().join(''))
    .filter((given) => given.length < 60);

  // An invisible character sends a text the long way.
  it('is judged by its first and last word as by the whole table', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(placeholderKind(given)).toBe(placeholderKind(`${given}\u200b`));
      }),
      { numRuns: 5_000 },
    );
  });
});
