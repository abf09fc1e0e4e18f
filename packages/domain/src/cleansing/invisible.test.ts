import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { anyText } from '../testing/arbitraries.js';
import { visibleText, withoutInvisible } from './invisible.js';

describe('a text for display', () => {
  it.each([
    ['joiners of a script that is written with them', 'می\u200cخواهم'],
    ['the variant of an ideograph in a name', '葛\u{e0100}城'],
    ['an emoji of several', '👩🏽\u200d💻'],
    ['the look of an emoji', '❤\ufe0f'],
    ['a sign that is written around a number', '\u0600١٢'],
  ])('keeps %s', (_what, text) => {
    expect(visibleText(text)).toBe(text);
  });

  it.each([
    ['joiners between Latin letters', 'Ja\u200dne', 'Jane'],
    ['variation selectors behind Latin letters', 'Jane\ufe0f', 'Jane'],
    ['joiners at the beginning', '\u200djane', 'jane'],
    ['a joiner that another mark leads to', 'e\u0301\u200b\u200d', 'e\u0301'],
    ['tags', '🏴\u{e0067}\u{e007f}', '🏴'],
    ['marks of direction in any script', 'می\u200f', 'می'],
    ['fillers', 'Jane\u3164', 'Jane'],
  ])('drops %s', (_what, text, expected) => {
    expect(visibleText(text)).toBe(expected);
  });
});

describe('a text for comparison', () => {
  it('also drops joiners and variation selectors', () => {
    expect(withoutInvisible('می\u200cخواهم 葛\u{e0100}城 ❤\ufe0f')).toBe('میخواهم 葛城 ❤');
  });
});

describe('laws', () => {
  it.each([visibleText, withoutInvisible])('%p: applying it twice equals applying it once', (clean) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = clean(text);
        expect(clean(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });
});
