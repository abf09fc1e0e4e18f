import { describe, expect, it } from '@jest/globals';

import type { PsaPage } from '../ports/psa.js';
import { addItem, readThrough, type PsaCacheSource } from './read-through.js';

interface Item {
  readonly id: number;
  readonly keys: readonly string[];
}

const item = (id: number): Item => ({ id, keys: [`k${id}`, 'all'] });
const items = (count: number, from = 1): Item[] =>
  Array.from({ length: count }, (_, index) => item(from + index));

function pageOf(rows: readonly Item[], changes: Partial<PsaPage<Item>> = {}): PsaPage<Item> {
  return { items: rows, rowCount: rows.length, total: null, isSteady: true, ...changes };
}

async function read(pages: readonly PsaPage<Item>[], searches: number) {
  let pagesRead = 0;
  const expected: number[] = [];
  const source: PsaCacheSource<null, Item> = {
    async *pages() {
      for (const page of pages) {
        pagesRead += 1;
        yield await Promise.resolve(page);
      }
    },
    search: async () => Promise.resolve([]),
    id: ({ id }) => id,
    keys: ({ keys }) => keys,
  };
  const reading = await readThrough(source, null, {
    startedAt: 1_000,
    searches,
    expectPages: (count) => expected.push(count),
  });
  return { reading, pagesRead, expected, source };
}

describe('all pages of the PSA', () => {
  it('become one snapshot from when the reading began', async () => {
    const total = { total: 4 };
    const { reading, expected } = await read([pageOf(items(2), total), pageOf(items(2, 3), total)], 10);
    expect(reading).toMatchObject({ isSteady: true, missing: 0, snapshot: { readAt: 1_000 } });
    expect([...(reading?.snapshot.byKey.get('all')?.keys() ?? [])]).toEqual([1, 2, 3, 4]);
    expect([...(reading?.snapshot.byKey.get('k3')?.keys() ?? [])]).toEqual([3]);
    expect(expected.at(-1)).toBe(2);
  });

  it('are empty for an empty PSA', async () => {
    const { reading } = await read([pageOf([], { total: 0 })], 1);
    expect(reading).toMatchObject({ missing: 0 });
    expect(reading?.snapshot.byKey.size).toBe(0);
  });

  it('report how many entities the PSA counted but did not list', async () => {
    const { reading } = await read([pageOf(items(2), { total: 5 })], 10);
    expect(reading?.missing).toBe(3);
  });

  it('are not steady if the last page says that rows have moved', async () => {
    const { reading } = await read([pageOf(items(1)), pageOf(items(1, 2), { isSteady: false })], 10);
    expect(reading?.isSteady).toBe(false);
  });

  it('count rows that are not items, so that none seem to be missing', async () => {
    const { reading } = await read([pageOf(items(2), { rowCount: 5, total: 5 })], 10);
    expect(reading?.missing).toBe(0);
  });
});

describe('reading stops', () => {
  it('after the first page if the searches take fewer requests than the pages that are left', async () => {
    const pages = Array.from({ length: 10 }, (_, index) => pageOf(items(100, index * 100), { total: 1_000 }));
    expect(await read(pages, 8)).toMatchObject({ reading: null, pagesRead: 1, expected: [10] });
    expect((await read(pages, 9)).reading).not.toBeNull();
  });

  it('if without a count as many pages again would take more requests than the searches', async () => {
    const pages = Array.from({ length: 10 }, (_, index) => pageOf(items(100, index * 100)));
    expect(await read(pages, 3)).toMatchObject({ reading: null, pagesRead: 4 });
  });

  it('if the count is lower than the rows, as for a PSA without a count', async () => {
    const pages = Array.from({ length: 10 }, (_, index) => pageOf(items(100, index * 100), { total: 50 }));
    expect(await read(pages, 2)).toMatchObject({ reading: null, pagesRead: 3 });
  });

  it('if there are too many entities to keep, however many searches it takes', async () => {
    const { reading, pagesRead, expected } = await read([pageOf(items(100), { total: 50_001 })], 1_000_000);
    expect({ reading, pagesRead, expected }).toEqual({ reading: null, pagesRead: 1, expected: [Infinity] });
  });
});

it('an item that is added again replaces the earlier one under each of its keys', async () => {
  const { reading, source } = await read([pageOf([item(1)])], 1);
  const again = { ...item(1), keys: ['all', 'new'] };
  if (reading !== null) {
    addItem(source, reading.snapshot, again);
  }
  expect(reading?.snapshot.byKey.get('all')?.get(1)).toBe(again);
  expect(reading?.snapshot.byKey.get('new')?.get(1)).toBe(again);
});
