import { describe, expect, it } from '@jest/globals';

import { insertGroups } from './insert-groups.js';

const rows = (count: number, values: number): { index: number; data: unknown }[] =>
  Array.from({ length: count }, (_, index) => ({ index, data: { list: Array<number>(values).fill(1) } }));

const sizes = (given: ReturnType<typeof rows>): number[] =>
  [...insertGroups(given)].map((group) => group.length);

describe('insertGroups', () => {
  it('keeps ordinary rows together, a thousand at a time', () => {
    expect(sizes(rows(2_500, 15))).toEqual([1_000, 1_000, 500]);
    expect(sizes([])).toEqual([]);
  });

  it('splits rows with many values, however few they are', () => {
    expect(sizes(rows(5, 8_000))).toEqual([2, 2, 1]);
    expect(sizes(rows(3, 50_000))).toEqual([1, 1, 1]);
  });

  it('splits rows with long texts', () => {
    const long = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => ({ index, data: { notes: 'x'.repeat(length) } }));
    expect(sizes(long(5, 400_000))).toEqual([2, 2, 1]);
    expect(sizes(long(2, 9_000_000))).toEqual([1, 1]);
  });

  it('omits no row, and keeps their order', () => {
    const given = rows(1_234, 40);
    expect([...insertGroups(given)].flat()).toEqual(given);
  });
});
