import { describe, expect, it } from '@jest/globals';

import { proseHtml } from './prose-html.js';

describe('proseHtml', () => {
  it.each([
    ['shows words between backticks as code', 'Send `GET /leads` now', 'Send <code>GET /leads</code> now'],
    ['shows several', '`a` and `b`', '<code>a</code> and <code>b</code>'],
    ['escapes text and code', '<b> `a < b & c`', '&lt;b&gt; <code>a &lt; b &amp; c</code>'],
    ['leaves a single backtick', 'one ` only', 'one ` only'],
    ['leaves an empty pair', 'no `` code', 'no `` code'],
    ['keeps dollar signs', 'costs `$1`, $&', 'costs <code>$1</code>, $&amp;'],
    ['accepts no text', '', ''],
  ])('%s', (_what, text, html) => {
    expect(proseHtml(text)).toBe(html);
  });
});
