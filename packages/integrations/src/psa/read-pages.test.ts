import { describe, expect, it } from '@jest/globals';
import type { PsaCallContext } from '@leadbridge/usecases';
import fc from 'fast-check';

import type { PsaCaller } from './psa-caller.js';
import type { PsaListing, PsaPaging } from './psa-dialect.js';
import type { PsaRequest } from './psa-requests.js';
import { markOf, readAll, readPage, readPages, type RowPage } from './read-pages.js';

const context = { priority: 'bulk' } as unknown as PsaCallContext;
const listing: PsaListing = { path: '/Tickets', pattern: '/Tickets', key: 'tickets' };
const paging: PsaPaging = {
  pageSize: 20,
  request: ({ path, pattern }, page) =>
    ({ method: 'GET', path, pattern, query: { page } }) as unknown as PsaRequest,
};

interface PagingPsa {
  /** The ids, in the order of the list; read anew for each page. */
  readonly ids: () => readonly number[];
  /** The PSA never shows more rows than these on a page. */
  readonly cap?: number;
  readonly total?: 'all' | 'page' | 'none';
  readonly namesPageSize?: boolean;
  readonly ignoresPaging?: boolean;
  /** Every so many ids one is hidden from the caller, and its place on a page stays empty. */
  readonly hidden?: number;
}

/** A caller that responds like such a PSA, and counts the pages. */
function callerOf({
  ids,
  cap = 20,
  total = 'none',
  namesPageSize = false,
  ignoresPaging = false,
  hidden = Number.MAX_SAFE_INTEGER,
}: PagingPsa) {
  let pages = 0;
  const caller = {
    read: async (request: PsaRequest) => {
      pages += 1;
      const page = ignoresPaging ? 1 : Number((request.query as unknown as { page: number }).page);
      const all = ids();
      const size = ignoresPaging ? all.length : Math.min(cap, paging.pageSize);
      const rows = all
        .slice((page - 1) * size, page * size)
        .filter((id) => id % hidden !== 0)
        .map((id) => ({ id, summary: `Ticket ${id}` }));
      const counts = { all: { record_count: all.length }, page: { record_count: rows.length }, none: {} }[
        total
      ];
      const json = { ...counts, ...(namesPageSize ? { page_size: size } : {}), tickets: rows };
      return Promise.resolve({ kind: 'succeeded', status: 200, json });
    },
  } as unknown as PsaCaller;
  return { caller, pages: () => pages };
}

async function pagesOf(caller: PsaCaller, list = listing): Promise<RowPage[]> {
  const pages: RowPage[] = [];
  for await (const page of readPages(caller, paging, list, context)) {
    pages.push(page);
  }
  return pages;
}

const idsOf = (pages: readonly RowPage[]): unknown[] => pages.flatMap(({ rows }) => rows.map(({ id }) => id));
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('the pages of a long list', () => {
  it('with the newest first, and as many rows as the first page counts, lack none that stayed while others came and went', () => {
    const changes = fc.array(
      fc.record({ removed: fc.array(fc.nat(80), { maxLength: 2 }), added: fc.nat(3) }),
      {
        maxLength: 12,
      },
    );
    return fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 70 }), changes, async (count, changed) => {
        let ids = upTo(count).toReversed();
        let newest = count;
        const standing = new Set(ids);
        const pending = changed.values();
        const changing = (): readonly number[] => {
          const shown = ids;
          const { removed = [], added = 0 } = pending.next().value ?? {};
          for (const index of removed) {
            ids = ids.filter((_, at) => at !== index);
          }
          ids = [...Array.from({ length: added }, () => (newest += 1)).toReversed(), ...ids];
          standing.forEach((id) => ids.includes(id) || standing.delete(id));
          return shown;
        };
        const pages = await pagesOf(callerOf({ ids: changing, cap: 7, total: 'all' }).caller);
        const seen = idsOf(pages);
        if (pages.at(-1)?.isSteady === true && seen.length >= count) {
          expect([...standing].filter((id) => !seen.includes(id))).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('contain each row once, whatever the PSA caps, counts and names', () => {
    const psa = fc.record({
      count: fc.nat(70),
      cap: fc.integer({ min: 1, max: 25 }),
      total: fc.constantFrom('all', 'none'),
      namesPageSize: fc.boolean(),
    });
    return fc.assert(
      fc.asyncProperty(psa, async ({ count, ...form }) => {
        const { caller } = callerOf({ ids: () => upTo(count), ...form });
        const pages = await pagesOf(caller);
        expect(idsOf(pages)).toEqual(upTo(count));
        expect(pages.every(({ isSteady }) => isSteady)).toBe(true);
      }),
    );
  });

  it('contain each row that is shown, if some are hidden and nobody counts them', () => {
    const psa = fc.record({
      count: fc.nat(70),
      cap: fc.integer({ min: 8, max: 25 }),
      hidden: fc.integer({ min: 3, max: 9 }),
    });
    return fc.assert(
      fc.asyncProperty(psa, async ({ count, cap, hidden }) => {
        const { caller } = callerOf({ ids: () => upTo(count), cap, hidden });
        expect(idsOf(await pagesOf(caller))).toEqual(upTo(count).filter((id) => id % hidden !== 0));
      }),
    );
  });

  it('contain each row once if the total is only that of the page', async () => {
    const { caller } = callerOf({ ids: () => upTo(47), total: 'page' });
    expect(idsOf(await pagesOf(caller))).toEqual(upTo(47));
  });

  it('are at least one, also of an empty list', async () => {
    const { caller, pages } = callerOf({ ids: () => [] });
    expect(await pagesOf(caller)).toEqual([{ rows: [], shown: 0, total: null, isSteady: true }]);
    expect(pages()).toBe(1);
  });

  it('end after the first one of a PSA that ignores paging', async () => {
    const { caller, pages } = callerOf({ ids: () => upTo(33), ignoresPaging: true });
    expect(idsOf(await pagesOf(caller))).toEqual(upTo(33));
    expect(pages()).toBe(2);
  });

  it('are not asked for of a list that comes in one response', async () => {
    const { caller, pages } = callerOf({ ids: () => upTo(20) });
    await pagesOf(caller, { ...listing, isPaged: false });
    expect(pages()).toBe(1);
  });

  it('end for a PSA that repeats itself without an end', async () => {
    let turn = 0;
    const { caller, pages } = callerOf({
      // The same twenty rows in another order each time.
      ids: () => {
        turn += 1;
        const page = upTo(20).map((_, index, all) => all[(index + turn) % 20] ?? 0);
        return [...page, ...page, ...page, ...page, ...page, ...page];
      },
    });
    expect(new Set(idsOf(await pagesOf(caller))).size).toBe(20);
    expect(pages()).toBe(4);
  });
});

describe('pages that lie', () => {
  const lie = fc.record({
    kind: fc.constantFrom('empty', 'first_again', 'short', 'repeated', 'shuffled', 'doubled'),
    from: fc.integer({ min: 1, max: 4 }),
    count: fc.nat(130),
    growth: fc.constantFrom(0, 0, 1, 3),
  });

  it('contain no row twice, and with fewer rows than counted what they lack', () =>
    fc.assert(
      fc.asyncProperty(lie, async ({ kind, from, count, growth }) => {
        let [size, calls] = [count, 0];
        const caller = {
          read: async (request: PsaRequest) => {
            const page = Number((request.query as unknown as { page: number }).page);
            const honest = (number: number) => upTo(size).slice((number - 1) * 20, number * 20);
            const own = honest(page);
            const lies = {
              empty: [],
              first_again: honest(1),
              short: own.slice(0, 7),
              repeated: honest(Math.max(1, from - 1)),
              shuffled: own.toReversed(),
              doubled: own.map((id, index) => (index === 0 ? id : (own[index - 1] ?? id))),
            }[kind];
            const json = { record_count: size, tickets: (page < from ? own : lies).map((id) => ({ id })) };
            size += growth;
            calls += 1;
            return Promise.resolve({ kind: 'succeeded', status: 200, json });
          },
        } as unknown as PsaCaller;
        const pages = await pagesOf(caller);
        const ids = idsOf(pages);
        expect(new Set(ids).size).toBe(ids.length);
        const unread = upTo(count).filter((id) => !ids.includes(id));
        expect(unread.length).toBeLessThanOrEqual(
          Math.max(0, (pages[0]?.total ?? 0) - ids.length) + growth * calls,
        );
      }),
    ));
});

describe('rows that move while a list is read', () => {
  it('are steady if new ones push the others back, newest first', async () => {
    let newest = 45;
    const { caller } = callerOf({
      ids: () => {
        const ids = upTo(newest).toReversed();
        newest += 1;
        return ids;
      },
    });
    const pages = await pagesOf(caller);
    expect(new Set(idsOf(pages)).size).toBe(45);
    expect(pages.every(({ isSteady }) => isSteady)).toBe(true);
  });

  it('are not steady if a known row comes between new ones', async () => {
    const moved = [...upTo(30), 5, ...upTo(60).slice(30)];
    let turn = 0;
    const { caller } = callerOf({
      ids: () => {
        turn += 1;
        return turn === 1 ? upTo(60) : moved;
      },
      total: 'all',
    });
    expect((await pagesOf(caller)).map(({ isSteady }) => isSteady)).toEqual([true, false, false, false]);
  });
});

describe('all rows of a list', () => {
  it('are one page if there are few', async () => {
    const { caller, pages } = callerOf({ ids: () => upTo(3), total: 'all' });
    expect(await readAll(caller, paging, listing, context)).toHaveLength(3);
    expect(pages()).toBe(1);
  });

  it('are all read where the PSA caps its pages at any size, and says nothing', async () => {
    for (const cap of [11, 13, 17]) {
      const { caller } = callerOf({ ids: () => upTo(40), cap });
      expect(await readAll(caller, paging, listing, context)).toHaveLength(40);
    }
  });

  it('are read again until none is missing, if the rows change places', async () => {
    let turn = 0;
    const { caller } = callerOf({
      ids: () => {
        turn += 1;
        return upTo(40).map((_, index, all) => all[(index + turn * 11) % 40] ?? 0);
      },
      total: 'all',
    });
    expect(await readAll(caller, paging, listing, context)).toHaveLength(40);
  });
});

describe('one page', () => {
  const request = paging.request(listing, 1, null);
  const pageOf = async (response: object) => {
    if (request === null) {
      throw new Error('no request');
    }
    const caller = { read: () => Promise.resolve(response) } as unknown as PsaCaller;
    return await readPage(caller, request, 'tickets', context);
  };

  it.each([
    ['a bare list', [{ id: 1 }, 'x', null, 5, { id: 2 }], [{ id: 1 }, { id: 2 }]],
    ['nothing', null, []],
    ['another common key', { results: [{ id: 1 }] }, [{ id: 1 }]],
  ])('may be %s', async (_, json, rows) => {
    expect((await pageOf({ kind: 'succeeded', status: 200, json })).rows).toEqual(rows);
  });

  it.each<unknown>([
    ...['<html>', '', 5, true, {}, [null], [[]], [{}], [{ error: 'Busy' }], { tickets: [{ name: 'x' }] }],
    ...[{ error: 'The index is away', tickets: [] }, { data: null }],
  ])('is unusable as %p', async (json) => {
    await expect(pageOf({ kind: 'succeeded', status: 200, json })).rejects.toThrow(
      'The PSA responded to /Tickets with something that is not a list',
    );
  });

  it('is refused as the PSA refused it', async () => {
    await expect(pageOf({ kind: 'refused', status: 403, message: 'No access' })).rejects.toMatchObject({
      name: 'PsaRefusedError',
      message: 'No access',
    });
  });
});

describe('the mark of a page', () => {
  it.each([
    ['names its first and last row, and how many there are', [{ id: 7 }, { id: 8 }, { id: 9 }], '7-9:3'],
    ['is empty for an empty page', [], ''],
    ['uses the identifier of tickets', [{ ticket_id: '12' }], '12-12:1'],
  ])('%s', (_, rows, mark) => {
    expect(markOf(rows)).toBe(mark);
  });

  it('is bounded for rows without an identifier', () => {
    expect(markOf([{ text: 'x'.repeat(1_000) }])).toHaveLength(200);
  });
});
