import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyText } from '../testing/arbitraries.js';
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

describe('a text without HTML escapes of any level', () => {
  it.each([
    ['R&amp;amp;D', 'R&D'],
    ['R&amp;amp;amp;D', 'R&D'],
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
});
