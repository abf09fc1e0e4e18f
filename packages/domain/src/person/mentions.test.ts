import { describe, expect, it } from '@jest/globals';

import { ERASED, mentionsOf } from './mentions.js';
import { addTraits, NOBODY, personTraits } from './person.js';

const mentions = mentionsOf(
  [
    { email: 'alex@example.com', phone: '+15551234567', firstName: 'Alex', lastName: 'O’Example' },
    { email: 'zoe@example.org', phone: null, firstName: 'Zoë', lastName: 'Müster' },
  ].reduce(
    (person, fields) => addTraits(person, personTraits({ ...fields, company: { name: 'Example Works' } })),
    NOBODY,
  ),
);

describe('a text that names a person', () => {
  it.each([
    'User alex@example.com exists already',
    'to <ALEX@Example.com>, today',
    'mailto:alex@example.com.',
    'al\u00ADex@exam\u200Bple.com',
    'Call +1 (555) 123-4567 after five',
    'call 555.123.4567',
    '001 555 1234567',
    'A client named Alex O’Example exists',
    'OExample, Alex: duplicate',
    'Zoe Muster',
    'Zo&#xEB; M&#252;ster',
    'Zo&amp;#235; M&amp;amp;#xFC;ster',
    '&#90;&#111;&#x65; &#77;&#117;&#115;&#116;&#101;&#114;',
    'alex&#64;example.com',
    '&#97;&#108;&#101;&#120;@example&#46;com',
    'call &#43;1 555&nbsp;1234567',
  ])('is detected: %s', (text) => {
    expect(mentions.inText(text)).toBe(true);
    expect(mentions.maybeIn(JSON.stringify(text))).toBe(true);
  });

  it.each([
    'xalex@example.com',
    'alex@example.com.au',
    'alex@example.org',
    'Alexandra O’Example',
    'Alex',
    '155 512 345 678',
    'Order 1234567890123',
    '',
  ])('is distinguished from others: %s', (text) => {
    expect(mentions.inText(text)).toBe(false);
  });
});

describe('an address with a sign that may also stand in front of one', () => {
  it.each([
    ["o'neil@example.com", "'o'neil@example.com'"],
    ["o'neil@example.com", "email='O’Neil@example.com' exists"],
    ["o'neil@example.com", '<o&#39;neil@example.com>'],
    ['a=b@example.com', 'email=a=b@example.com'],
    ['a{b}@example.com', '{a{b}@example.com}'],
    ['alex@example.com', "email='alex@example.com'"],
  ])('%s is detected: %s', (email, text) => {
    expect(mentionsOf({ ...NOBODY, emails: [email] }).inText(text)).toBe(true);
    expect(mentionsOf({ ...NOBODY, emails: [email] }).inPayload({ text })).toBe(true);
    expect(mentionsOf({ ...NOBODY, emails: ['neil@example.org'] }).inText(text)).toBe(false);
  });

  it('takes no time for many of the signs', () => {
    const text = `${"'a=".repeat(300_000)}@example.com`;
    expect(mentionsOf({ ...NOBODY, emails: ['alex@example.com'] }).inText(text)).toBe(false);
  });
});

describe('a company', () => {
  const own = mentionsOf(NOBODY, ['exampleworks24']);

  it('is detected if it identifies only the person', () => {
    expect(own.inText('The client "Example Works 24, Inc." exists')).toBe(true);
    expect(own.maybeIn('{"m":"Example-Works 24"}')).toBe(true);
    expect(own.inText('Example Works')).toBe(false);
    expect(mentions.inText('Example Works')).toBe(false);
  });
});

describe('a payload that no provider format fits', () => {
  it.each([
    [{ email: 'alex@example.com ', anything: 1 }],
    [{ first: 'Alex', family: 'OExample', email: 'not an email', phone: 5_551_234_567 }],
    [[['Alex O’Example', { tags: ['x'] }]]],
  ])('is the person’s: %j', (payload) => {
    expect(mentions.inPayload(payload)).toBe(true);
    expect(mentions.maybeIn(JSON.stringify(payload))).toBe(true);
  });

  it.each([
    [{ first: 'Alex', family: 'OExample', email: 'alex@sample.example' }],
    [{ first: 'Alex', company: 'Example Works' }],
    [{ phone: '+15551234567', email: 'robin@example.com' }],
    [null],
    ['text'],
  ])('is not the person’s: %j', (payload) => {
    expect(mentions.inPayload(payload)).toBe(false);
  });
});

describe('erasing', () => {
  it('replaces the texts that name the person and keeps the rest', () => {
    const at = new Date();
    const value = {
      at,
      count: 5,
      message: 'alex@example.com is taken',
      list: [{ from: 'robin@example.com', to: 'Alex O’Example' }, 'Call +1 555 123 4567', '+1 555 123 4567'],
    };
    expect(mentions.erase(value)).toEqual({
      at,
      count: 5,
      message: ERASED,
      list: [{ from: 'robin@example.com', to: ERASED }, ERASED, '+1 555 123 4567'],
    });
  });

  it('returns unchanged values as they are, so that nothing writes them again', () => {
    const value = { list: [{ text: 'nobody' }], at: new Date(), count: 1_769_850_000_000 };
    expect(mentions.erase(value)).toBe(value);
  });

  it('does not scan what is quickly seen to belong to others', () => {
    expect(mentions.maybeIn(JSON.stringify({ email: 'robin@sample.example', phone: '+15559876543' }))).toBe(
      false,
    );
    expect(mentions.maybeIn(JSON.stringify({ name: 'محمد' }))).toBe(true);
    expect(mentions.maybeIn('{"email":"x@xn--mster-kva.example"}')).toBe(true);
  });
});
