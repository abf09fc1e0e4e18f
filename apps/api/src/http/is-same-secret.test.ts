import { describe, expect, it } from '@jest/globals';

import { isSameSecret } from './is-same-secret.js';

describe('isSameSecret', () => {
  it.each(['', 'secret', 'schlüssel 😀', 'x'.repeat(10_000)])('knows %j again', (secret) => {
    expect(isSameSecret(secret, `${secret}`)).toBe(true);
  });

  it.each([
    ['', ' '],
    ['secret', 'Secret'],
    ['secret', 'secret '],
    ['secret', 'secre'],
    ['é', 'e\u0301'],
    ['x'.repeat(10_000), `${'x'.repeat(9_999)}y`],
  ])('tells %j from %j, also where their lengths differ', (one, other) => {
    expect(isSameSecret(one, other)).toBe(false);
  });
});
