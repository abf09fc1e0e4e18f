import { describe, expect, it } from '@jest/globals';

import { unbegunMirror, type ListOrder } from '../ports/psa-mirror.js';
import type { PsaClient, PsaListPage, PsaListed } from '../ports/psa.js';
import { createManualClock } from '../testing/manual-clock.js';
import { createDeltaPages } from './delta-pages.js';
import { observationOf } from './mirror-keys.js';
import { createMemoryMirror } from './testing/memory-mirror.js';

const clientOf = (id: number): PsaClient => ({ id, name: `Client ${id}` });

/** The pages of a PSA whose clients are known up to id 110; each page is given by its ids. */
async function setUp(
  pages: readonly (readonly number[])[],
  total: number | null = null,
  changes: { readonly order?: ListOrder; readonly totals?: readonly number[] } = {},
) {
  const store = createMemoryMirror();
  const clock = createManualClock();
  const known = Array.from({ length: 10 }, (_, index) => 101 + index);
  const seenBefore = known.map((id) => observationOf('clients', clientOf(id), 1));
  await store.put('clients', seenBefore);
  const named = new Map<number, string>();
  const session = {
    async listPage<K extends keyof PsaListed>(_kind: K, { page }: { readonly page: number }) {
      const ids = pages[page - 1] ?? [];
      const items = ids.map((id) => ({ ...clientOf(id), name: named.get(id) ?? clientOf(id).name }));
      const counted = changes.totals?.[page - 1] ?? total;
      const response: PsaListPage<PsaClient> = {
        ...{ items, rowCount: items.length, total: counted, mark: ids.join() },
      };
      return Promise.resolve(response as PsaListPage<PsaListed[K]>);
    },
  };
  const { order = 'unknown' } = changes;
  const state = { ...unbegunMirror('clients'), kind: 'clients' as const, watermark: 110, order };
  return { store, clock, named, list: createDeltaPages({ store, clock, session, state }) };
}

it('stores the rows of each page as observed when it was asked for', async () => {
  const { list, store, clock } = await setUp([[112, 111]]);
  await list.observe(1);
  expect(await store.byIds('clients', [111, 112])).toEqual([
    observationOf('clients', clientOf(111), clock.now()),
    observationOf('clients', clientOf(112), clock.now()),
  ]);
});

it('tells the highest id of all pages, and the last page that was not empty', async () => {
  const { list } = await setUp([[120, 119], [118, 117], []]);
  await list.observe(3);
  expect([list.highest, list.lastPage]).toEqual([0, 1]);
  await list.observe(2);
  await list.observe(1);
  expect([list.highest, list.lastPage]).toEqual([120, 2]);
});

it.each([
  ['none', null, null],
  ['of the page only', 2, null],
  ['of all', 3, 3],
])('takes the count of the PSA: %s', async (_says, total, counted) => {
  const { list } = await setUp([[112, 111]], total);
  expect((await list.observe(1)).counted).toBe(counted);
});

describe('a page is the end', () => {
  const first = [113, 112];

  it.each([
    { says: 'if it is empty', second: [], total: null, isEnd: true },
    { says: 'if it repeats the one before', second: first, total: null, isEnd: true },
    { says: 'not if it has other rows', second: [111, 110], total: 12, isEnd: false },
    { says: 'if it is short', second: [111], total: 12, isEnd: true },
    { says: 'not if it is short and the PSA does not count', second: [111], total: null, isEnd: false },
    { says: 'not if it is short and the PSA counts the page alone', second: [111], total: 1, isEnd: false },
  ])('$says', async ({ second, total, isEnd }) => {
    const { list } = await setUp([first, second], total);
    await list.observe(1);
    expect((await list.observe(2)).isEnd(2)).toBe(isEnd);
  });
});

describe('whether anything may be left between a page and the watermark', () => {
  it.each([
    { says: 'reaches known ones', page: [111, 110], shows: true, leaves: true },
    { says: 'holds only known ones', page: [105, 104], shows: true, leaves: true },
    { says: 'ends right above the watermark', page: [112, 111], shows: false, leaves: true },
    { says: 'ends further above it', page: [114, 113], shows: false, leaves: false },
    { says: 'reaches below it, to one not known', page: [111, 99], shows: false, leaves: false },
    { says: 'is empty', page: [], shows: false, leaves: false },
  ])('a page that $says', async ({ page, shows, leaves }) => {
    const { list } = await setUp([page]);
    const seen = await list.observe(1);
    expect([seen.showsKnown, await seen.leavesNothing()]).toEqual([shows, leaves]);
  });

  it('leaves nothing if imports have written everything in between', async () => {
    const { list, store } = await setUp([[114, 113]]);
    await store.put(
      'clients',
      [111, 112].map((id) => observationOf('clients', clientOf(id), 1)),
    );
    expect(await (await list.observe(1)).leavesNothing()).toBe(true);
  });

  it('does not recognise an id that a restored PSA has given to another', async () => {
    const { list, named } = await setUp([[111, 110, 109]]);
    named.set(109, 'Somebody else');
    const page = await list.observe(1);
    expect([page.showsKnown, await page.leavesNothing()]).toEqual([false, false]);
  });
});

describe('what the PSA counts and did not show', () => {
  it.each<{
    readonly says: string;
    readonly order: ListOrder;
    readonly pages: readonly (readonly number[])[];
    readonly totals: readonly number[];
    readonly missing: number;
  }>([
    { says: 'all of it', order: 'newest_first', pages: [[112, 111]], totals: [12], missing: 0 },
    { says: 'less', order: 'newest_first', pages: [[113, 112]], totals: [13], missing: 1 },
    // The first page again, on which two newer ones stand by now.
    {
      ...{ says: 'less, and what was added meanwhile', order: 'newest_first' },
      ...{
        pages: [
          [113, 112],
          [115, 114],
        ],
        totals: [13, 15],
        missing: 1,
      },
    },
    {
      ...{ says: 'a page without one row, and what was added meanwhile', order: 'oldest_first' },
      ...{
        pages: [
          [110, 111],
          [113, 114, 115],
        ],
        totals: [13, 15],
        missing: 1,
      },
    },
    {
      ...{ says: 'all of it, and more that was added behind', order: 'oldest_first' },
      ...{ pages: [[110, 111], [112], []], totals: [12, 12, 14], missing: 0 },
    },
  ])('$order: it shows $says', async ({ order, pages, totals, missing }) => {
    const { list } = await setUp(pages, null, { order, totals });
    for (const number of pages.keys()) {
      await list.observe(number + 1);
    }
    expect(await list.shortfall()).toBe(missing);
  });
});
