import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyText } from '../testing/arbitraries.js';
import { escapedWord, namedLetters } from '../testing/escaped.js';
import { unescaped, withoutEntities } from './entities.js';

describe('a text without HTML escapes', () => {
  it.each([
    ['R&amp;D', 'R&D'],
    ['R&AMP;D', 'R&D'],
    ['&lt;b&gt; &quot;Acme&quot;', '<b> "Acme"'],
    ['O&#39;Neill', "O'Neill"],
    ['O&#x27;Neill', "O'Neill"],
    ['O&apos;Neill', "O'Neill"],
    ['a&nbsp;b', 'a\u00a0b'],
    ['M&#252;ller', 'Müller'],
    ['M&#xFC;ller', 'Müller'],
    ['&#128512;', '😀'],
    ['&#x1F600;', '😀'],
    ['Caf&eacute;', 'Café'],
    ['CAF&Eacute;', 'CAFÉ'],
    ['CAF&EACUTE;', 'CAFÉ'],
    ['GRO&SZLIG;', 'GROß'],
    ['M&UUML;LLER &AMP; S&ouml;hne', 'MÜLLER & Söhne'],
    ['a&NBSP;b', 'a\u00a0b'],
    ['Smith &copy; Co', 'Smith © Co'],
    ['Acme&reg; &ndash; &bdquo;Nord&ldquo; &hellip;', 'Acme® – „Nord“ …'],
    ['K&lstrok;os', 'Kłos'],
    ['&#146;', '’'],
    ['&#65533; &#xFFFD;', '\ufffd \ufffd'],
  ])('%s is %s', (text, expected) => {
    expect(withoutEntities(text)).toBe(expected);
  });

  it.each([
    'AT&T',
    'R&D;',
    'Procter & Gamble',
    '&unknown;',
    '&amp',
    '&;',
    '&#;',
    '&#x;',
    '&#0;',
    '&#1114112;',
    '&#x110000;',
    '&#99999999;',
    '&constructor;',
    '&__proto__;',
    '&ampamp;',
    '&notit;',
    'Smith &copy Co',
    'Caf&eacute Paris',
    'M&#252ller',
    'https://acme.test/?a=1&copy=2&reg=3&lt=4&para=5',
    'B&Q; H&M; P&G',
  ])('%s stays', (text) => {
    expect(withoutEntities(text)).toBe(text);
  });

  it('loses one level of escapes, and a second call the next one', () => {
    expect(withoutEntities('R&amp;amp;D')).toBe('R&amp;D');
    expect(withoutEntities('&amp;lt;')).toBe('&lt;');
  });

  it('the last code point is a character, half of one is none', () => {
    expect(withoutEntities('&#1114111;')).toBe('\u{10ffff}');
    expect(withoutEntities('a&#xD83D;b')).toBe('a&#xD83D;b');
    expect(withoutEntities('&#56832;')).toBe('&#56832;');
  });

  it('is what was escaped', () => {
    const escaped = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
    fc.assert(
      fc.property(anyText, (text) => {
        expect(withoutEntities(escaped(text))).toBe(text);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a text without HTML escapes that was escaped up to twice', () => {
  it.each([
    ['R&amp;amp;D', 'R&D'],
    ['R&amp;amp;amp;D', 'R&amp;D'],
    ['M&amp;auml;rz', 'März'],
    ['?a=1&amp;amp;copy=2', '?a=1&copy=2'],
    ['&amp;lt;b&amp;gt;', '<b>'],
    ['&amp;#39;', "'"],
    ['&#38;amp;', '&'],
    ['AT&T', 'AT&T'],
    ['', ''],
  ])('%s is %s', (text, expected) => {
    expect(unescaped(text)).toBe(expected);
  });

  it('ends with hostile texts', () => {
    const hostile = `&${'amp;'.repeat(20_000)}`;
    expect(unescaped(hostile).length).toBeLessThan(hostile.length);
    expect(unescaped('&amp;'.repeat(20_000))).toBe('&'.repeat(20_000));
  });

  it.each(namedLetters)('%s is written %s', (letter, reference) => {
    expect(unescaped(reference)).toBe(letter);
    expect(unescaped(reference.replace('&', '&amp;'))).toBe(letter);
  });

  it('law: a word written with references is the word, and reading it again changes nothing', () => {
    fc.assert(
      fc.property(escapedWord, ({ plain, written }) => {
        expect(unescaped(written)).toBe(plain);
        expect(unescaped(plain)).toBe(plain);
      }),
      { numRuns: 1_000 },
    );
  });

  it('law: a text without a semicolon behind an ampersand stays', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('&', '&copy', '&amp', '=', '2', ' ', 'a', '&#252', '&eacute')),
        (parts) => {
          expect(unescaped(parts.join(''))).toBe(parts.join(''));
        },
      ),
    );
  });
});
