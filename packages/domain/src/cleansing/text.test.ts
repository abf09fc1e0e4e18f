import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyText } from '../testing/arbitraries.js';
import { cleanBlock, cleanLine, clip } from './text.js';

describe('cleanLine', () => {
  it.each([
    ['trims', '  Jane  ', 'Jane'],
    ['makes one blank of several', 'Jane \t\n  Doe', 'Jane Doe'],
    ['makes a plain blank of a no-break space', 'Jane\u00a0Doe', 'Jane Doe'],
    ['strips NUL and other control characters', 'Ja\u0000ne\u0007\u001b Doe\u007f', 'Jane Doe'],
    ['strips control characters of the second block', 'Jane\u0085\u009f Doe', 'Jane Doe'],
    ['strips zero-width spaces and byte order marks', '\ufeffJane\u200b Doe', 'Jane Doe'],
    ['strips marks that change the direction of the text behind them', 'Jane \u202eeoD\u202c', 'Jane eoD'],
    ['strips soft hyphens', 'Software\u00adhaus', 'Softwarehaus'],
    ['strips half characters', 'Jane \ud83d Doe', 'Jane Doe'],
    ['keeps whole characters outside the first plane', 'Jane 🚀', 'Jane 🚀'],
    ['keeps joiners, which words of some scripts need', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['composes accents', 'Zoe\u0308', 'Zoë'],
    ['composes what a removed character kept apart', 'e\u200b\u0301', 'é'],
    ['leaves the empty text', '', ''],
    ['leaves nothing of blanks', ' \t ', ''],
  ])('%s', (_what, given, expected) => {
    expect(cleanLine(given, 100)).toBe(expected);
  });

  it('shortens to the limit', () => {
    expect(cleanLine('a'.repeat(10_000), 100)).toBe('a'.repeat(100));
  });

  it('does not end in a space or in half a character', () => {
    expect(cleanLine(`${'a'.repeat(9)} bcd`, 10)).toBe('a'.repeat(9));
    expect(cleanLine(`${'a'.repeat(9)}🚀`, 10)).toBe('a'.repeat(9));
  });

  it('does not process text far beyond the limit', () => {
    const hostile = '\u0000 '.repeat(5_000_000);
    const before = performance.now();
    expect(cleanLine(hostile, 100)).toBe('');
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  it('law: a cleaned line cleaned again is unchanged, and fits', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, limit) => {
        const once = cleanLine(text, limit);
        expect(cleanLine(once, limit)).toBe(once);
        expect(once.length).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('law: no control character and no lone surrogate remains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cleanLine(text, 1_000)).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });

  it('law: the Unicode form of the input does not matter', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cleanLine(text.normalize('NFD'), 1_000)).toBe(cleanLine(text.normalize('NFC'), 1_000));
      }),
    );
  });
});

describe('what cleanLine need not do', () => {
  const ascii = fc.string({ unit: fc.constantFrom('a', 'B', '7', '&', '.', ' ', '~'), maxLength: 12 });

  // An invisible character sends a text the long way.
  it('law: words with single spaces between them are clean', () => {
    fc.assert(
      fc.property(ascii, fc.integer({ min: 3, max: 14 }), (text, limit) => {
        expect(cleanLine(text, limit)).toBe(cleanLine(`\u200b${text}`, limit));
      }),
    );
  });

  it('law: what fits before and after cleansing is the same with twice the limit', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 3, max: 60 }), (text, limit) => {
        const line = cleanLine(text, limit * 2);
        fc.pre(text.length <= limit && line.length <= limit);
        expect(cleanLine(text, limit)).toBe(line);
      }),
    );
  });
});

describe('cleanBlock', () => {
  it.each([
    ['keeps line breaks', 'one\ntwo', 'one\ntwo'],
    ['makes one kind of all line breaks', 'one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
    ['cleans each line', '  one  \u0000\n two\t\ttoo ', 'one\ntwo too'],
    ['keeps one blank line', 'one\n\ntwo', 'one\n\ntwo'],
    ['makes one blank line of many', 'one\n\n\n\n\ntwo', 'one\n\ntwo'],
    ['trims blank lines around', '\n\none\n\n', 'one'],
  ])('%s', (_what, given, expected) => {
    expect(cleanBlock(given, 1_000)).toBe(expected);
  });

  it('law: a cleaned block cleaned again is unchanged, and fits', () => {
    const block = fc.array(anyText, { maxLength: 6 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(block, fc.integer({ min: 1, max: 200 }), (text, limit) => {
        const once = cleanBlock(text, limit);
        expect(cleanBlock(once, limit)).toBe(once);
        expect(once.length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe('clip', () => {
  it('leaves a text that fits', () => {
    expect(clip('Jane', 4)).toBe('Jane');
  });

  it('cuts between characters', () => {
    expect(clip('ab🚀', 3)).toBe('ab');
    expect(clip('ab🚀', 4)).toBe('ab🚀');
  });
});
