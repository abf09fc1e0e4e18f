import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { escapeHtml } from './escape-html.js';

describe('escapeHtml', () => {
  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    [`" onload='x'`, '&quot; onload=&#39;x&#39;'],
    ['Meier & Söhne', 'Meier &amp; Söhne'],
    ['&amp;', '&amp;amp;'],
    ['', ''],
    ['plain 😀', 'plain 😀'],
  ])('escapes %j', (text, escaped) => {
    expect(escapeHtml(text)).toBe(escaped);
  });

  it('leaves no character that ends a text or an attribute, and loses nothing', () => {
    const characters: Readonly<Record<string, string>> = {
      '&lt;': '<',
      '&gt;': '>',
      '&quot;': '"',
      '&#39;': "'",
      '&amp;': '&',
    };
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', ';', 'lt') }), (text) => {
        const escaped = escapeHtml(text);
        expect(escaped).not.toMatch(/[<>"']/);
        expect(escaped.replaceAll(/&[a-z#\d]+;/g, (entity) => characters[entity] ?? entity)).toBe(text);
      }),
    );
  });
});
