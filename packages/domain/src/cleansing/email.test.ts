import { describe, expect, it } from '@jest/globals';
import { emailSeparators, emailWrappers } from '../testing/email-wrappers.js';
import { cleanEmail, emailForm, readAddresses } from './email.js';

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

describe('an address in any wrapper is the same address', () => {
  it.each(emailWrappers)('%s', (_what, wrap) => {
    expect(cleanEmail(wrap('jo.doe@example.com'))).toBe('jo.doe@example.com');
  });

  it.each([
    ['a label that is none', 'bcc: jo@example.com'],
    ['a scheme', 'https://jo@example.com'],
    ['a path', 'jo@example.com/home'],
    ['a word behind', 'jo@example.com home'],
    ['a word behind a comma', 'jo@example.com, ask first'],
    ['a word in brackets behind', 'jo@example.com[home]'],
  ])('%s is refused', (_what, written) => {
    expect(cleanEmail(written)).toBeNull();
  });
});

describe('several addresses in one text', () => {
  it.each(emailSeparators)('separated by %j: the first one counts and the others are told', (separator) => {
    expect(readAddresses(`jo@example.com${separator}al@example.org`)).toEqual({
      addresses: ['jo@example.com', 'al@example.org'],
      hasRemark: false,
      hasRest: false,
    });
  });

  it('with names and repetitions', () => {
    const written = 'Jo <jo@example.com>; "Doe, Al" <al@example.org>, JO@EXAMPLE.COM';
    expect(readAddresses(written)).toEqual({
      addresses: ['jo@example.com', 'al@example.org'],
      hasRemark: true,
      hasRest: false,
    });
  });

  it.each([
    ['Jo Doe (jo@example.com)', ['jo@example.com']],
    ['Doe, Jo (jo@example.com)', ['jo@example.com']],
    ['Jo (jo@example.com); Al (al@example.org)', ['jo@example.com', 'al@example.org']],
  ])('with the address in parentheses: %s', (written, addresses) => {
    expect(readAddresses(written)).toEqual({ addresses, hasRemark: true, hasRest: false });
  });

  it('one of them as the name of another: both are read', () => {
    expect(readAddresses('al@example.org <jo@example.com>').addresses).toEqual([
      'jo@example.com',
      'al@example.org',
    ]);
  });

  it('each one that is readable is read beside one that is not', () => {
    expect(readAddresses('n/a; jo@example.com; al@')).toEqual({
      addresses: ['jo@example.com'],
      hasRemark: true,
      hasRest: true,
    });
  });
});

describe('addresses are compared without regard to the locale', () => {
  it.each([
    ['İLKER@EXAMPLE.COM', 'ilker@example.com'],
    ['ılker@example.com', 'ilker@example.com'],
    ['STRASSE@example.com', 'straße@example.com'],
    ['STRAẞE@example.com', 'straße@example.com'],
    ['ΝΊΚΟΣ@example.com', 'νίκος@example.com'],
    ['o’neil@example.com', "o'neil@example.com"],
    ['oʼneil@example.com', "O'Neil@example.com"],
    ['mary–ann@example.com', 'mary-ann@example.com'],
    ['mary‑ann@example.com', 'mary-ann@example.com'],
  ])('%s and %s', (one, other) => {
    expect(emailForm(cleanEmail(one) ?? '')).toBe(emailForm(cleanEmail(other) ?? '?'));
  });
});
