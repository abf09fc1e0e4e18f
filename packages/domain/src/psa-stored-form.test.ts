import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { withoutEntities } from './cleansing/entities.js';
import { isCutForm, isStoredForm, isSameLink, isSamePhone } from './psa-stored-form.js';

describe('a text without HTML escapes', () => {
  it.each([
    ['R&amp;D &lt;b&gt; &quot;x&quot; it&#39;s&#x20;&apos;ok&apos;', `R&D <b> "x" it's 'ok'`],
    ['R&amp;amp;D', 'R&amp;D'],
    ['AT&T; R&D &unknown; &#0; &#1114112; &amp', 'AT&T; R&D &unknown; &#0; &#1114112; &amp'],
  ])('%s', (escaped, text) => {
    expect(withoutEntities(escaped)).toBe(text);
  });
});

const long = 'Salesforce, AWS & Azure, Oracle, SAP, Workday, ServiceNow, Zendesk, Okta';

describe('the form in which a PSA shows what was written to it', () => {
  it.each([
    ['CF_106', 'R&D <x>', 'R&amp;D &lt;x&gt;'],
    ['CF_106', ' two\r\nlines ', 'two lines'],
    ['CF_106', 'SAP “Smart” – the firm’s', `SAP "Smart" - the firm's`],
    ['CF_106', long, long.slice(0, 60)],
    ['CF_106', long, `${long.slice(0, 57)}...`],
    ['CF_106', `${'x'.repeat(60)} & y`, `${'x'.repeat(60)} &am`],
    ['CF_109', 'C-Suite', 'c-suite'],
    ['CF_112', 1998, '1998'],
    ['phonenumber', '+12025550123', '(202) 555-0123'],
    ['linkedin_url', 'https://www.linkedin.com/in/ada?a=1&b=2', 'linkedin.com/in/ada?a=1&amp;b=2'],
  ])('%s: %p as %p', (field, written, shown) => {
    expect(isStoredForm(field, written, shown)).toBe(true);
  });

  it.each([
    ['CF_106', 'AWS, Azure', 'AWS'],
    ['CF_106', long, `${long.slice(0, 60)} by hand`],
    ['CF_106', long.slice(0, 60), long],
    ['CF_106', 'AWS', 'aws'],
    ['CF_106', 'AWS', null],
    ['CF_106', null, 'AWS'],
    ['phonenumber', '+12025550123', '(202) 555-0124'],
    ['phonenumber', '+12025550123', ''],
  ])('%s: not %p as %p', (field, written, shown) => {
    expect(isStoredForm(field, written, shown)).toBe(false);
  });

  it('a long text matches wherever it is truncated; a short text never does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: long.length - 1 }), (length) => {
        const shown = long.slice(0, length).trim();
        expect(isCutForm(long, shown)).toBe(shown.length >= 50);
      }),
    );
  });
});

describe('a profile on LinkedIn', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9-]{2,20}$/u);
  const link = (profile: string) =>
    fc
      .tuple(
        fc.constantFrom('https://', 'http://', 'HTTPS://', ''),
        fc.constantFrom('www.', 'de.', 'fr.', 'uk.', 'br.', 'm.', ''),
        fc.constantFrom('linkedin.com', 'LinkedIn.com'),
        fc.constantFrom('', '/mwlite'),
        fc.constantFrom('', '/de', '/en-us', '/'),
        fc.constantFrom(
          '',
          '?trk=people-guest',
          '?utm_source=share&utm_medium=member_ios',
          '/?originalSubdomain=de',
          '#about',
        ),
      )
      .map(([scheme, host, domain, phone, language, tracking]) =>
        [scheme, host, domain, phone, `/in/${profile}`, language, tracking].join(''),
      );

  it('is the same in every country and with tracking, and that of nobody else', () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(name, { minLength: 2, maxLength: 2 })
          .chain(([one = '', other = '']) => fc.tuple(link(one), link(one), link(other))),
        ([one, same, other]) => {
          expect(isSameLink(one, same)).toBe(true);
          expect(isSameLink(one, other)).toBe(false);
          expect(isStoredForm('linkedin_url', one, same)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['https://www.linkedin.com/in/j%C3%A4ne', 'linkedin.com/in/jäne', true],
    ['https://www.linkedin.com/in/j%C3', 'linkedin.com/in/j%c3', true],
    ['https://www.linkedin.com/company/acme', 'https://de.linkedin.com/in/acme', false],
    ['https://example.test/people?id=1', 'https://example.test/people?id=2', false],
    ['https://www.linkedin.com/sales/lead/1?a', 'https://www.linkedin.com/sales/lead/1?b', false],
  ])('%s and %s: %p', (one, other, isSame) => {
    expect(isSameLink(one, other)).toBe(isSame);
  });
});

it.each([
  ['+525512345678', '+52 1 55 1234 5678', true],
  ['+5511987654321', '+55 11 8765-4321', true],
  ['+442079460018', '+44 (0)20 7946 0018', true],
  ['+14155550132', '+1 415-555-0132 x12', false],
])('the phone %s as %s is the same: %p', (phone, stored, isSame) => {
  expect(isSamePhone(phone, stored)).toBe(isSame);
});
