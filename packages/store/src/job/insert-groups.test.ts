import { Readable } from 'node:stream';

import { describe, expect, it } from '@jest/globals';

import type { NewJobRow, NewJobRows } from '@leadbridge/usecases';

import { insertGroups } from './insert-groups.js';

const rows = (count: number, values: number): { index: number; data: unknown }[] =>
  Array.from({ length: count }, (_, index) => ({ index, data: { list: Array<number>(values).fill(1) } }));

const sizes = async (given: ReturnType<typeof rows>): Promise<number[]> =>
  (await collected(given)).map((group) => group.length);

async function collected(given: NewJobRows): Promise<(readonly NewJobRow[])[]> {
  const groups: (readonly NewJobRow[])[] = [];
  for await (const group of insertGroups(given)) {
    groups.push(group);
  }
  return groups;
}

describe('insertGroups', () => {
  it('keeps ordinary rows together, a thousand at a time', async () => {
    expect(await sizes(rows(2_500, 15))).toEqual([1_000, 1_000, 500]);
    expect(await sizes([])).toEqual([]);
  });

  it('splits rows with many values, however few they are', async () => {
    expect(await sizes(rows(5, 8_000))).toEqual([2, 2, 1]);
    expect(await sizes(rows(3, 50_000))).toEqual([1, 1, 1]);
  });

  it('splits rows with long texts', async () => {
    const long = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => ({ index, data: { notes: 'x'.repeat(length) } }));
    expect(await sizes(long(5, 400_000))).toEqual([2, 2, 1]);
    expect(await sizes(long(2, 9_000_000))).toEqual([1, 1]);
  });

  it('omits no row, and keeps their order', async () => {
    const given = rows(1_234, 40);
    expect((await collected(given)).flat()).toEqual(given);
    expect((await collected(Readable.from(given))).flat()).toEqual(given);
  });
});
