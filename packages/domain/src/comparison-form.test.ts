import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldCase, letters, lettersAndDigits, toWords } from './comparison-form.js';
import { anyText } from './testing/arbitraries.js';

describe('foldCase', () => {
  it.each([
    ['ASCII capitals', 'ACME Inc.', 'acme inc.'],
    ['composed accents', 'Zo\u00eb', 'zoe'],
    ['decomposed accents', 'Zoe\u0308', 'zoe'],
    ['sharp s', 'Straße', 'strasse'],
    ['capital sharp s', 'STRAẞE', 'strasse'],
    ['letters with a stroke', 'Sørensen Łódź Đặng Ħal Guðrún', 'sorensen lodz dang hal gudrun'],
    ['ligatures and thorn', 'Ærø Cœur Þór ÆRØ CŒUR ÞÓR', 'aero coeur thor aero coeur thor'],
    ['final sigma', 'ΟΔΟΣ', 'οδοσ'],
    ['dotless i', 'ısparta', 'isparta'],
    ['dotted capital I', 'İstanbul', 'istanbul'],
    ['full-width letters', 'ＡＣＭＥ', 'acme'],
    ['ligatures', 'ﬁnance', 'finance'],
    ['Cyrillic capitals', 'ЯНДЕКС', 'яндекс'],
    ['HTML escapes', 'Procter &amp; Gamble', 'procter & gamble'],
    ['HTML escapes of HTML escapes', 'O&amp;#39;Brien', "o'brien"],
    ['an ampersand without an escape', 'R&D AT&T;', 'r&d at&t;'],
    ['scripts without case', '株式会社', '株式会社'],
    ['signs of trade marks', 'Acme™ Søft℠ &trade;', 'acme soft '],
  ])('folds %s', (_what, given, expected) => {
    expect(foldCase(given)).toBe(expected);
  });

  it('keeps vowel signs in scripts that write them as marks', () => {
    expect(foldCase('टाटा')).toBe('टाटा');
    expect(foldCase('ไทย')).toBe('ไทย');
  });

  it('distinguishes kana with and without voicing marks', () => {
    expect(foldCase('が')).not.toBe(foldCase('か'));
    expect(foldCase('か\u3099')).toBe(foldCase('が'));
  });

  it('law: case and Unicode form do not matter', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldCase(text);
        expect(foldCase(text.toUpperCase())).toBe(folded);
        expect(foldCase(text.toLowerCase())).toBe(folded);
        expect(foldCase(text.normalize('NFC'))).toBe(folded);
        expect(foldCase(text.normalize('NFD'))).toBe(folded);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('specification, "Deduplication key": "only a-z0-9" and "only a-z"', () => {
  it('of ASCII, exactly a-z and 0-9 remain', () => {
    const everything = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('');
    const folded = foldCase(everything);
    expect([...new Set(lettersAndDigits(folded))].sort().join('')).toBe(
      '0123456789abcdefghijklmnopqrstuvwxyz',
    );
    expect([...new Set(letters(folded))].sort().join('')).toBe('abcdefghijklmnopqrstuvwxyz');
  });

  it.each([
    ['株式会社 トヨタ 7', '株式会社トヨタ7', '株式会社トヨタ'],
    ['яндекс-24', 'яндекс24', 'яндекс'],
    ['टाटा (२)', 'टाटा२', 'टाटा'],
    ['acme & sons 3', 'acmesons3', 'acmesons'],
    ['!!! 🚀', '', ''],
  ])('of %s, the letters of its script remain', (text, withDigits, without) => {
    expect(lettersAndDigits(text)).toBe(withDigits);
    expect(letters(text)).toBe(without);
  });
});

describe('a text in ASCII', () => {
  // An invisible character sends a text the long way.
  it('law: is folded by its case alone, except for its escapes', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme-ascii' }),
      fc.constantFrom('&amp;', '&eacute;', '&#216;', '&amp;#39;', '&', ';'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const text = pieces.join('');
        expect(foldCase(text)).toBe(foldCase(`\u200b${text}`));
      }),
    );
  });
});

describe('toWords', () => {
  it.each([
    ['c_suite', 'c suite'],
    ['C-Suite', 'c suite'],
    ['master_information_technology', 'master information technology'],
    ['  VP,  Sales (EMEA) ', 'vp sales emea'],
    ['R&D', 'r&d'],
    ['C.E.O. and V. P., P.-D.G.', 'ceo and vp pdg'],
    ['C.E.O', 'ceo'],
    ['Sr. Analyst, Dept. A', 'sr analyst dept a'],
    ['', ''],
  ])('turns %s into %s', (given, expected) => {
    expect(toWords(given)).toBe(expected);
  });

  it('returns an empty text for null', () => {
    expect(toWords(null)).toBe('');
  });

  it('reads only 200 characters', () => {
    expect(toWords('a'.repeat(10_000))).toHaveLength(200);
  });
});
