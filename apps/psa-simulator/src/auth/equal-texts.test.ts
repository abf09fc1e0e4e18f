import { expect, it } from '@jest/globals';

import { equalTexts } from './equal-texts.js';

it.each([
  ['secret', 'secret', true],
  ['secret', 'Secret', false],
  ['secret', 'secret ', false],
  ['', '', true],
  ['é', 'e\u0301', false],
])('%j and %j are equal: %s', (one, other, expected) => {
  expect(equalTexts(one, other)).toBe(expected);
});
