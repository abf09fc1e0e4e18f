import { describe, expect, it } from '@jest/globals';

import { listKey } from './list-key.js';

describe('names of lists', () => {
  it.each([
    ['Do Not Contact', ' do not  contact '],
    ['Źródło: CSV', 'z\u0301ro\u0301dło: csv'],
    ['Cold', 'COLD'],
  ])('are the same: %s', (one, other) => {
    expect(listKey(one)).toBe(listKey(other));
  });

  it.each([
    ['Source: CSV', 'Source CSV'],
    ['Список А', 'Список Б'],
    ['Cold', 'Cold 2'],
  ])('are not the same: %s and %s', (one, other) => {
    expect(listKey(one)).not.toBe(listKey(other));
  });
});
