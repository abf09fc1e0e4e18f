import { describe, expect, it } from '@jest/globals';

import { wrongScheme } from './notification-scheme.js';

describe('wrongScheme', () => {
  it.each([
    ['Basic eDp5', null, /^Basic authentication is for notifications of the PSA alone/],
    ['basic eDp5', 'Bearer secret', /expects a Bearer token/],
    [' Bearer secret', 'Basic eDp5', /expects Basic authentication/],
  ])('tells a caller with %j instead of %j what is expected', (sent, agreed, message) => {
    expect(wrongScheme(sent, agreed)).toMatch(message);
  });

  it.each([
    [undefined, 'Bearer secret'],
    ['Bearer another', 'Bearer secret'],
    ['Bearer another', null],
    ['Basic eDp6', 'Basic eDp5'],
    ['Digest x', 'Basic eDp5'],
  ])('has nothing to add for %j instead of %j', (sent, agreed) => {
    expect(wrongScheme(sent, agreed)).toBeNull();
  });
});
