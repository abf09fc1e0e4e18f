import { expect, it } from '@jest/globals';

import { matchesPath } from './match-path.js';

it.each([
  ['/api/Tickets', '/api/tickets', true],
  ['/api/Tickets', '/api/Tickets/1', false],
  ['/api/Tickets/*', '/api/Tickets/1', true],
  ['*', '/anything', true],
  ['/api/*/items', '/api/Lists/3/items', true],
  ['/a.c', '/abc', false],
  ['/(x)', '/(x)', true],
])('the pattern %s matches %s: %s', (pattern, path, expected) => {
  expect(matchesPath(pattern, path)).toBe(expected);
  expect(matchesPath(pattern, path)).toBe(expected);
});
