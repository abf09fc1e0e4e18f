import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleanEmail } from './email.js';

describe('specification, "Data cleansing": "Email: valid when it matches the pattern text@text.text with no whitespace"', () => {
  it.each([
    'jane@example.com',
    'jane.doe+tag@mail.example.co.uk',
    "o'neill@example.com",
    'jane@sub.domain.example.com',
    'jane@123.test',
    'jane_doe-99@example.test',
    'jäne@exämple.test',
    '用户@例子.测试',
  ])('accepts %s', (email) => {
    expect(cleanEmail(email)).toBe(email);
  });

  it.each([
    ['no at sign', 'jane.example.com'],
    ['two at signs', 'jane@doe@example.com'],
    ['nothing before the at sign', '@example.com'],
    ['nothing behind the at sign', 'jane@'],
    ['no dot behind the at sign', 'jane@example'],
    ['nothing behind the dot', 'jane@example.'],
    ['nothing before the dot', 'jane@.'],
    ['a blank inside', 'jane doe@example.com'],
    ['a tab inside', 'jane\t@example.com'],
    ['a line break inside', 'jane@example.com\nbcc: all@example.com'],
    ['a no-break space inside', 'jane@exam\u00a0ple.com'],
    ['a name in front', 'Jane Doe <jane@example.com>'],
    ['NUL inside', 'jane\u0000@example.com'],
    ['an escape character inside', 'jane@example\u001b.com'],
    ['half a character inside', 'jane\ud83d@example.com'],
    ['nothing', ''],
    ['only blanks', '   '],
  ])('rejects an email with %s', (_what, email) => {
    expect(cleanEmail(email)).toBeNull();
  });
});

describe('specification, "Data cleansing": "normalised by trimming and lower-casing"', () => {
  it('trims', () => {
    expect(cleanEmail(' \t jane@example.com \n')).toBe('jane@example.com');
  });

  it('lower-cases', () => {
    expect(cleanEmail('Jane.DOE@Example.COM')).toBe('jane.doe@example.com');
  });

  it('drops zero-width characters of pasted addresses', () => {
    expect(cleanEmail('\u200bjane@exam\u200bple.com\ufeff')).toBe('jane@example.com');
  });

  it('normalizes accents to one form', () => {
    expect(cleanEmail('zoe\u0308@example.com')).toBe('zo\u00eb@example.com');
  });
});

describe('length of an email', () => {
  it('accepts 254 characters, the longest deliverable address, and not one more', () => {
    const domain = '@example.com';
    expect(cleanEmail('a'.repeat(254 - domain.length) + domain)).toHaveLength(254);
    expect(cleanEmail('a'.repeat(255 - domain.length) + domain)).toBeNull();
  });

  it.each([
    ['100 KB without an at sign', 'a'.repeat(100_000)],
    ['100 KB of dots behind the at sign', `a@${'.'.repeat(100_000)}`],
    ['100 KB of at signs', '@'.repeat(100_000)],
    ['100 KB of text and dots', `a@${'a.'.repeat(50_000)}@`],
  ])('rejects %s quickly', (_what, email) => {
    const before = performance.now();
    expect(cleanEmail(email)).toBeNull();
    expect(performance.now() - before).toBeLessThan(10_000);
  });
});

describe('laws', () => {
  const written = fc
    .emailAddress()
    .chain((email) =>
      fc
        .tuple(fc.constantFrom('', ' ', '\t'), fc.boolean())
        .map(([blank, loud]) => `${blank}${loud ? email.toUpperCase() : email}${blank}`),
    );

  it('a clean email cleaned again is unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(written, fc.string({ unit: 'grapheme' })), (email) => {
        const once = cleanEmail(email);
        if (once !== null) expect(cleanEmail(once)).toBe(once);
      }),
    );
  });

  it('case and surrounding spaces do not matter', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.constantFrom('', ' ', '\n'), (email, blank) => {
        expect(cleanEmail(blank + email.toUpperCase() + blank)).toBe(cleanEmail(email.toLowerCase()));
      }),
    );
  });
});
