import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleanCompanyName } from './cleansing/company-name.js';
import { companyKey } from './company-key.js';
import { companyName, rewritten } from './testing/arbitraries.js';

describe('companies that are the same', () => {
  it.each([
    [
      'Acme',
      [
        'ACME',
        'acme',
        ' Acme ',
        'Acme Inc',
        'Acme, Inc.',
        'ACME LLC',
        'acme ltd.',
        'Acme Corp.',
        'A.C.M.E.',
        '(Acme)',
      ],
    ],
    [
      'Acme Widgets',
      ['AcmeWidgets', 'acme  widgets', 'Acme-Widgets', 'ACME\tWIDGETS, LLC', 'Acme\u00a0Widgets'],
    ],
    [
      'Procter & Gamble',
      ['Procter &amp; Gamble', 'PROCTER &amp;amp; GAMBLE', 'Procter&nbsp;&#38;&nbsp;Gamble'],
    ],
    ['Müller', ['MÜLLER', 'Mu\u0308ller', 'Muller', 'müller inc']],
    ['Straße', ['STRASSE', 'Strasse LLC']],
    ['Яндекс', ['ЯНДЕКС', 'яндекс Ltd', ' Яндекс']],
    ['株式会社トヨタ', ['株式会社 トヨタ', '株式会社トヨタ Inc.']],
    ['Inc.', ['INC', 'inc', ' Inc. ']],
  ])('%s', (name, others) => {
    for (const other of others) expect([other, companyKey(other)]).toEqual([other, companyKey(name)]);
  });
});

describe('companies that are not the same', () => {
  it.each([
    ['Acme', 'Acme Europe'],
    ['Incyte', 'Yte'],
    ['Acme 1', 'Acme 2'],
    ['株式会社トヨタ', '株式会社ホンダ'],
    ['Яндекс', 'Газпром'],
    ['الشركة الأولى', 'الشركة الثانية'],
    ['삼성전자', '현대자동차'],
    ['!!!', '???'],
    ['Inc.', 'LLC'],
    ['🚀', '🍕'],
  ])('%s and %s', (one, other) => {
    expect(companyKey(one)).not.toBe(companyKey(other));
  });

  it('never match a company without a name', () => {
    expect(companyKey('')).toBe('');
    expect(companyKey('  ')).toBe('');
    expect(companyKey('!!!')).not.toBe('');
  });
});

describe('laws', () => {
  it('the key is stable under case, spaces and Unicode form', () => {
    const pair = companyName.chain((name) => fc.tuple(fc.constant(name), rewritten(name)));
    fc.assert(
      fc.property(pair, ([name, other]) => {
        expect(companyKey(other)).toBe(companyKey(name));
      }),
      { numRuns: 1_000 },
    );
  });

  it('a cleansed name has the same key as the original name', () => {
    fc.assert(
      fc.property(companyName, (name) => {
        expect(companyKey(cleanCompanyName(name))).toBe(companyKey(name));
      }),
      { numRuns: 1_000 },
    );
  });

  it('a legal form after the name changes nothing', () => {
    const form = fc.constantFrom('Inc', 'inc.', 'LLC', 'Ltd', 'LTD.', 'Corp', 'corp.');
    const plain = fc.constantFrom('Acme', 'Müller', '株式会社', 'Globex Europe');
    fc.assert(
      fc.property(plain, form, fc.constantFrom(' ', ', '), (name, word, between) => {
        expect(companyKey(name + between + word)).toBe(companyKey(name));
      }),
    );
  });
});
