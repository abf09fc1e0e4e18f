import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { withoutEntities } from './cleansing/entities.js';
import { isCutForm, isKeptForm } from './kept-form.js';

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
    ['CF_106', long, long.slice(0, 60)],
    ['CF_106', long, `${long.slice(0, 57)}...`],
    ['CF_106', `${'x'.repeat(60)} & y`, `${'x'.repeat(60)} &am`],
    ['CF_109', 'C-Suite', 'c-suite'],
    ['CF_112', 1998, '1998'],
    ['phonenumber', '+12025550123', '(202) 555-0123'],
    ['linkedin_url', 'https://www.linkedin.com/in/ada?a=1&b=2', 'linkedin.com/in/ada?a=1&amp;b=2'],
  ])('%s: %p as %p', (field, written, shown) => {
    expect(isKeptForm(field, written, shown)).toBe(true);
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
    expect(isKeptForm(field, written, shown)).toBe(false);
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
