import { describe, expect, it } from '@jest/globals';

import { searchIn, whomOf } from './whom.js';

describe('whom a search for an erasure means', () => {
  it.each([
    ['jane@example.com', { email: 'jane@example.com' }],
    [' Jane <jane@example.com> ', { email: 'Jane <jane@example.com>' }],
    ['12', { lead_id: 12 }],
    ['#12', { lead_id: 12 }],
    ['+1 555 0100', { phone: '+1 555 0100' }],
    ['5551234567', { phone: '5551234567' }],
    ['0171-1234567', { phone: '0171-1234567' }],
  ])('%j', (text, body) => {
    expect(whomOf(text)).toEqual(body);
  });
});

it.each([
  ['', null],
  [' \t\u00a0', null],
  [' 12 ', '12'],
])('%j is a search for %j', (typed, searched) => {
  expect(searchIn(typed)).toBe(searched);
});
