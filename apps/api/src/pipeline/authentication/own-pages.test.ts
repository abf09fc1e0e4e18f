import { describe, expect, it } from '@jest/globals';

import { comesFromElsewhere, comesFromOurPages } from './own-pages.js';

const host = 'leads.example.com';

describe('where a request comes from', () => {
  it.each([
    ['a page of ours', { 'sec-fetch-site': 'same-origin' }, true, false],
    ['another origin of the same site', { 'sec-fetch-site': 'same-site' }, false, true],
    ['another site', { 'sec-fetch-site': 'cross-site' }, false, true],
    ['a person who types the address', { 'sec-fetch-site': 'none' }, false, false],
    ['an older browser on our page', { origin: `https://${host}`, host }, true, false],
    ['an older browser on another page', { origin: 'https://evil.example', host }, false, true],
    ['another port of the host', { origin: `https://${host}:8443`, host }, false, true],
    ['a host whose name ends like ours', { origin: `https://evil-${host}`, host }, false, true],
    ['our host as a user name', { origin: `https://${host}@evil.example`, host }, false, true],
    ['a sandboxed page', { origin: 'null', host }, false, true],
    ['a program', { host }, false, false],
    ['a request without a host', { origin: `https://${host}` }, false, true],
    [
      'another site that shows our origin',
      { 'sec-fetch-site': 'cross-site', origin: `https://${host}`, host },
      false,
      true,
    ],
    [
      'our page behind a proxy that renames the host',
      { 'sec-fetch-site': 'same-origin', origin: `https://${host}`, host: 'api:3000' },
      true,
      false,
    ],
  ])('recognises %s', (_what, headers, own, elsewhere) => {
    expect(comesFromOurPages(headers)).toBe(own);
    expect(comesFromElsewhere(headers)).toBe(elsewhere);
  });
});
