import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { countValues } from './count-values.js';

const many = 1_000_000;

describe('countValues', () => {
  it.each([
    ['a text', 'abc', 1],
    ['null', null, 1],
    ['undefined', undefined, 1],
    ['an empty object', {}, 1],
    ['an empty list', [], 1],
    ['a list with its items', [1, 2, 3], 4],
    ['nested objects and lists', { a: { b: [1, null] }, c: 'd' }, 6],
  ])('counts %s', (_what, value, count) => {
    expect(countValues(value, many)).toBe(count);
  });

  it('is exact up to the limit, and above the limit where there are more', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 1, max: 20 }), (value, limit) => {
        const all = countValues(value, many);
        const counted = countValues(value, limit);
        expect(all <= limit ? counted === all : counted > limit && counted <= all).toBe(true);
      }),
    );
  });

  it('stops soon above the limit', () => {
    let read = 0;
    const values = Array.from({ length: 1_000 }, () =>
      Object.defineProperty({}, 'item', { enumerable: true, get: () => (read += 1) }),
    );
    countValues(values, 10);
    expect(read).toBeLessThan(15);
  });
});
