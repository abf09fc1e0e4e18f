import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyText } from '../testing/arbitraries.js';
import { foldCase, letters } from '../comparison-form.js';
import { bareName, readFullName, readNameParts } from './full-name.js';

describe('the parts of a full name', () => {
  it.each([
    ['Jane Doe', 'Jane', 'Doe'],
    ['Jane van der Dyk', 'Jane', 'van der Dyk'],
    ['Doe, Jane', 'Jane', 'Doe'],
    ['van Dyk, Jane Maria', 'Jane Maria', 'van Dyk'],
    ['DOE, JANE', 'JANE', 'DOE'],
    ['Doe,Jane', 'Jane', 'Doe'],
    ['Souza Lima, Ana Sales', 'Ana Sales', 'Souza Lima'],
    ["Gerard 't Hooft", 'Gerard', "'t Hooft"],
    ['"Jane" "Doe"', '"Jane"', '"Doe"'],
    ['Cher', 'Cher', null],
    ['王伟', '王伟', null],
    ['山田 太郎', '山田', '太郎'],
    ['Петрова, Анна', 'Анна', 'Петрова'],
    ["O'Neill, Aoife", 'Aoife', "O'Neill"],
    ['St. Clair, Jane', 'Jane', 'St. Clair'],
    ['Jane St. Clair', 'Jane', 'St. Clair'],
  ])('%s is %s and %s', (name, firstName, lastName) => {
    expect(readFullName(name)).toEqual({ firstName, lastName, leftOut: [] });
  });

  it.each([
    ['M. EXEMPLE Samuel', 'Samuel', 'EXEMPLE', 'M.'],
    ['Mme LE GOFF Anne', 'Anne', 'LE GOFF', 'Mme'],
    ['Mme SAINT-EXEMPLE Anne Marie', 'Anne Marie', 'SAINT-EXEMPLE', 'Mme'],
  ])('%s, in the order of French lists, is %s and %s', (name, firstName, lastName, title) => {
    expect(readFullName(name)).toEqual({ firstName, lastName, leftOut: [title] });
  });

  it.each([
    ['M. Night Example', 'M.', 'Night Example'],
    ['M. EXEMPLE', 'M.', 'EXEMPLE'],
    ['EXEMPLE Samuel', 'EXEMPLE', 'Samuel'],
    ['J. DOE Samuel', 'J.', 'DOE Samuel'],
  ])('%s stays in its order, as it may be an initial or a first name', (name, firstName, lastName) => {
    expect(readFullName(name)).toEqual({ firstName, lastName, leftOut: [] });
  });

  it.each([
    ['John van Dyk, Jr.', 'John', 'van Dyk, Jr.'],
    ['John Dyk, III', 'John', 'Dyk, III'],
    ['Doe, Jane, Jr', 'Jane', 'Doe, Jr'],
    ['Juan Pérez Sr.', 'Juan', 'Pérez Sr.'],
  ])('what tells a child from a parent stays with the last name: %s', (name, firstName, lastName) => {
    expect(readFullName(name)).toEqual({ firstName, lastName, leftOut: [] });
  });

  it.each([
    ...[
      ['Jane Doe, PhD'],
      ['Jane Doe, VP Sales'],
      ['Jane Doe, Chief Revenue Officer'],
      ['Jane Doe @ Acme'],
      ['Jane "JJ" Doe'],
      ["Jane 'JJ' Doe"],
      ['“JJ” Jane Doe'],
      ['Doe, Jane «JJ»'],
      ['Jane Doe, Ph.D.'],
      ['Jane Doe, MBA, PMP'],
      ['Jane Doe, Esq.'],
      ['Jane Doe Esq.'],
      ['Jane Doe, Ph. D.'],
      ['Jane Doe <jane.doe@example.com>'],
      ['Jane Doe, MBA PMP'],
      ['Jane Doe, SHRM-CP'],
    ],
    ...[
      ['Doe, Jane, PhD'],
      ['Jane Doe, FCA'],
      ['Jane Doe, ITIL'],
      ['Jane Doe, ITIL v4'],
      ['Jane Doe PhD CEng'],
    ],
    ...[
      ['Jane Doe MBA, PMP®'],
      ['Jane Doe - MBA'],
      ['Jane Doe | CISSP'],
      ['Jane Doe, XQZ'],
      ['Jane Doe, XQ-9, ABCD'],
    ],
    ...[
      ['Dipl.-Ing. Jane Doe'],
      ['Dipl. Ing. (FH) Jane Doe'],
      ['Dipl.-Kfm. Jane Doe'],
      ['Dr.-Ing. Jane Doe'],
    ],
    ...[
      ['Prof. Dr. Jane Doe'],
      ['Prof.Dr. Jane Doe'],
      ['Univ.-Prof. Dr. rer. nat. Jane Doe'],
      ['Dr. h. c. mult. Jane Doe'],
    ],
    ...[
      ['Ms. Jane Doe'],
      ['Mr Jane Doe'],
      ['Frau Dr. Jane Doe'],
      ['Mme Jane Doe'],
      ['Sra. Jane Doe'],
      ['Dña. Jane Doe'],
    ],
    ...[
      ['Sig.ra Jane Doe'],
      ['Dott.ssa Jane Doe'],
      ['Ing. Jane Doe, Ph.D.'],
      ['Mag.a Jane Doe'],
      ['Drs. Jane Doe'],
    ],
    ...[['Mevr. Jane Doe'], ['MUDr. Jane Doe'], ['г-жа Jane Doe'], ['Doe, Dr. Jane'], ['Doe, Jane, Dr.']],
    ...[['Jane Doe 🚀'], ['✨ Jane ✨ Doe ✨'], ['👩🏽‍💻 Jane Doe'], ['🇩🇪 Jane Doe'], ['Jane Doe ❤️']],
    ...[
      ['Jane Doe (they/them)'],
      ['Jane Doe they/them'],
      ['Jane (she / her) Doe'],
      ['Jane Doe [er/ihm]'],
      ['Jane Doe - she/her'],
    ],
    ...[
      ['Doe, Jane (Sales)'],
      ['Jane Doe (Sales'],
      ['Doe, Jane(Sales)'],
      ['Jane Doe [EXT]'],
      ['Jane Doe - we are hiring'],
      ['Jane (JD) Doe'],
      ['(Jane Doe)'],
    ],
    ...[
      ['Jane Doe, Head of IT, Berlin'],
      ['Jane Doe, Head of IT'],
      ['Jane Doe, Sales Manager'],
      ['Doe, Jane, Sales Manager'],
    ],
    ...[['Prof. Dr. Jane Doe, MBA, FCA (she/her) 🚀']],
  ])('what is no name is left out: %s', (name) => {
    const { firstName, lastName } = readFullName(name);
    expect({ firstName, lastName }).toEqual({ firstName: 'Jane', lastName: 'Doe' });
    expect(
      letters(foldCase(bareName(name.replace('Doe, Jane', 'Jane Doe').replace('Doe, Dr. Jane', 'Jane Doe')))),
    ).toBe('janedoe');
  });

  it.each([
    ['Herr Müller', 'Müller'],
    ['Dr. van Dyk', null],
    ['Ms. Doe', 'Doe'],
  ])('behind a title, one name is the last one: %s', (name, lastName) => {
    expect(readFullName(name).lastName).toBe(lastName ?? 'Dyk');
  });

  it.each([
    [{ firstName: 'Dr. Jane', lastName: 'Doe, FCA' }],
    [{ firstName: 'Jane 🚀', lastName: 'Doe PhD' }],
    [{ firstName: 'Jane (she/her)', lastName: 'Doe, XQZ' }],
    [{ firstName: 'Jane', lastName: 'Doe (Sales)' }],
    [{ firstName: 'Jane "JJ"', lastName: 'Doe' }],
    [{ firstName: 'Jane', lastName: 'Doe, Esq.' }],
    [{ firstName: 'Jane', lastName: 'Doe Esq' }],
    [{ firstName: '(they/them) Jane', lastName: 'Doe | MBA' }],
    [{ firstName: 'Frau Jane', lastName: 'Doe, ITIL, PMP' }],
  ])('the parts of a name are read by the same rules: %j', (parts) => {
    expect(readNameParts(parts)).toMatchObject({ firstName: 'Jane', lastName: 'Doe' });
  });

  it.each([
    ['Dr.', 'Doe', null, 'Doe'],
    ['Herr', 'Müller', null, 'Müller'],
    ['🚀', 'Doe', null, 'Doe'],
    ['Wei', 'Pan', 'Wei', 'Pan'],
    ['Jane', 'St. Clair', 'Jane', 'St. Clair'],
    ['Md', 'Do', 'Md', 'Do'],
    ['ക്‍ഷ', 'नुक्‍ता', 'ക്‍ഷ', 'नुक्‍ता'],
    ['Michael', 'Herr', 'Michael', 'Herr'],
    ['Ma', 'Doe', 'Ma', 'Doe'],
    ['Ing-Marie', 'Doe', 'Ing-Marie', 'Doe'],
    ['Don', 'MBA', 'Don', 'MBA'],
    ['Jane', 'Doe, Jr.', 'Jane', 'Doe, Jr.'],
    ['Dr.', null, 'Dr.', null],
    ['🚀', '✨', '🚀', '✨'],
  ])('the parts %s and %s are %s and %s', (firstName, lastName, first, last) => {
    expect(readNameParts({ firstName, lastName })).toMatchObject({ firstName: first, lastName: last });
  });

  it('unknown capitals behind a comma are a credential if the part before it has two words', () => {
    const capitals = fc.string({
      unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
      minLength: 2,
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(capitals, { minLength: 1, maxLength: 3 }), (credentials) => {
        fc.pre(credentials.every((each) => !/^(?:JR|SR|II|III|IV|JNR|SNR)$/u.test(each)));
        const name = ['Jane van Dyk', ...credentials].join(', ');
        expect(readFullName(name)).toEqual({ firstName: 'Jane', lastName: 'van Dyk', leftOut: credentials });
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['Vance, JD', 'JD', 'Vance'],
    ['De La Cruz, Ma', 'Ma', 'De La Cruz'],
    ['van Dyk, Junior', 'Junior', 'van Dyk'],
    ['van den Berg, J.P.', 'J.P.', 'van den Berg'],
    ['van den Berg, JP', 'JP', 'van den Berg'],
    ['VAN DYK, JANE', 'JANE', 'VAN DYK'],
    ['GARCIA LOPEZ, ANA', 'ANA', 'GARCIA LOPEZ'],
  ])('a given name that resembles a degree stays one: %s', (name, firstName, lastName) => {
    expect(readFullName(name)).toEqual({ firstName, lastName, leftOut: [] });
  });

  it('further given names are kept', () => {
    expect(readFullName('Doe, Jane, Maria')).toMatchObject({ firstName: 'Jane, Maria', lastName: 'Doe' });
  });

  it.each([
    ['Doe,', 'Doe', null],
    [', Jane Doe', 'Jane', 'Doe'],
    ['Doe, , Jane', 'Jane', 'Doe'],
    [',', null, null],
    ['', null, null],
    ['PhD', 'PhD', null],
  ])('stray commas belong to no name: %j', (name, firstName, lastName) => {
    expect(readFullName(name)).toEqual({ firstName, lastName, leftOut: [] });
  });

  it('no word of a name is lost: it is in the name, or named as left out', () => {
    const words = (text: string) => text.split(/[\s,]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
    const part = fc.oneof(
      anyText,
      fc.constantFrom(', ', 'PhD', ', Jr.', 'Doe', 'Dr.', '(Sales)', 'she/her', ', XYZ', '🚀', 'Head of IT'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const name = parts.join(' ').replace(/\s+/gu, ' ').trim();
        const { firstName, lastName, leftOut } = readFullName(name);
        const read = `${firstName ?? ''} ${lastName ?? ''} ${leftOut.join(' ')}`;
        expect(letters(read).length).toBeGreaterThanOrEqual(letters(words(name).join(' ')).length);
      }),
      { numRuns: 500 },
    );
  });
});
