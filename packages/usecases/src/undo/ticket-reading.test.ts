import type { TicketSnapshot } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createMemoryPsa } from '../testing/memory-psa.js';
import type { PsaListed, PsaListPage, PsaPage, PsaSession } from '../ports/psa.js';
import { createTicketReading } from './ticket-reading.js';

interface Shown {
  /** Tickets per page. */
  readonly pageSize?: number;
  readonly tellsTotal?: boolean;
  /** Every n-th ticket is shown on its page without its last editor. */
  readonly incompleteEvery?: number;
  /** Of the pages that are read by number. */
  readonly order?: 'oldest_first' | 'newest_first' | 'none';
}

/** Tickets 1 to `count`, in pages. */
function begin(
  count: number,
  { pageSize = 10, tellsTotal = true, incompleteEvery = Infinity, order = 'none' }: Shown = {},
) {
  const { addTicket, tickets } = createMemoryPsa();
  for (let id = 1; id <= count; id += 1) {
    addTicket({ id });
  }
  const cost = { pages: 0, single: [] as number[] };
  let numbered = 0;
  const asShown = (ticket: TicketSnapshot): TicketSnapshot =>
    ticket.id % incompleteEvery === 0 ? { ...ticket, lastUpdatedBy: null } : ticket;

  const ordered = (): TicketSnapshot[] => {
    const all = [...tickets.values()].map(asShown);
    return order === 'oldest_first'
      ? all
      : order === 'newest_first'
        ? all.toReversed()
        : all.toSorted((one, other) => ((one.id * 7) % 11) - ((other.id * 7) % 11));
  };
  const session: Pick<PsaSession, 'listPage' | 'pageTickets' | 'getTicketForUpdate'> = {
    async listPage<K extends keyof PsaListed>(_kind: K, { page }: { readonly page: number }) {
      numbered += 1;
      const items = ordered().slice((page - 1) * pageSize, page * pageSize);
      const total = tellsTotal ? tickets.size : null;
      const shown = { items, rowCount: items.length, total, mark: items.map(({ id }) => id).join() };
      return await Promise.resolve(shown as unknown as PsaListPage<PsaListed[K]>);
    },
    async *pageTickets(): AsyncGenerator<PsaPage<TicketSnapshot>> {
      const all = [...tickets.values()].map(asShown);
      for (let from = 0; from < Math.max(1, all.length); from += pageSize) {
        cost.pages += 1;
        const items = await Promise.resolve(all.slice(from, from + pageSize));
        yield { items, rowCount: items.length, total: tellsTotal ? all.length : null, isSteady: true };
      }
    },
    async getTicketForUpdate(id) {
      cost.single.push(id);
      return await Promise.resolve(tickets.get(id) ?? null);
    },
  };
  const reading = createTicketReading();
  return {
    ...{ tickets, cost, numbered: () => numbered },
    read: async (ids: readonly number[], upcoming = 0) => (await reading.read(session, ids, upcoming)).found,
  };
}

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('the tickets of an undo', () => {
  it('are read individually if they are few', async () => {
    const { cost, read } = begin(10);
    expect([...(await read([1, 2, 3, 4])).keys()].sort()).toEqual([1, 2, 3, 4]);
    expect(cost).toEqual({ pages: 0, single: [1, 2, 3, 4] });
  });

  it.each([
    [{}, 'says how many there are', 1],
    [{ tellsTotal: false }, 'does not say how many there are', 3],
  ])(
    '%o: are not read in pages if those cost more, which is detected as soon as the PSA %s',
    async (shown, _how, pages) => {
      // 10 tickets are worth 2 pages.
      const { cost, read } = begin(40, shown);
      await read(upTo(10));
      expect(cost).toEqual({ pages, single: upTo(10) });
      // This is detected only once.
      await read(upTo(20, 11), 20);
      expect(cost.pages).toBe(pages);
    },
  );

  it('are read in pages if those cost less, including the tickets still to come', async () => {
    const { cost, read } = begin(40);
    await read(upTo(5), 35);
    expect(cost).toEqual({ pages: 4, single: [] });
  });

  it('are read in pages again once five tickets per page were served', async () => {
    const { cost, read, tickets } = begin(20);
    await read(upTo(5), 15);
    await read(upTo(10, 6), 10);
    expect(cost.pages).toBe(2);
    tickets.delete(11);
    const found = await read(upTo(20, 11));
    expect(cost.pages).toBe(4);
    expect([...found.keys()].sort((one, other) => one - other)).toEqual(upTo(20, 12));
    expect(cost.single).toEqual([11]);
  });

  it('are read individually if their page is incomplete', async () => {
    const { cost, read } = begin(10, { incompleteEvery: 4 });
    const found = await read(upTo(8));
    expect(cost).toEqual({ pages: 1, single: [4, 8] });
    expect(found.get(4)?.lastUpdatedBy).not.toBeNull();
  });

  it('are not read in pages that are complete for less than half of them', async () => {
    const { cost, read } = begin(20, { incompleteEvery: 1 });
    await read(upTo(20));
    expect(cost).toEqual({ pages: 1, single: upTo(20) });
  });

  it('are found if they exist, in whatever order they are read, for little more than one request each', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(1, 2, 3, Infinity),
        fc.boolean(),
        async (batches, pageSize, incompleteEvery, tellsTotal) => {
          const { cost, read, numbered } = begin(24, { pageSize, incompleteEvery, tellsTotal });
          let left = batches.flat().length;
          const asked = left;
          for (const ids of batches) {
            left -= ids.length;
            const found = await read(ids, left);
            expect([...found.keys()].sort()).toEqual(ids.filter((id) => id <= 24).sort());
            found.forEach((ticket, id) => {
              expect([ticket.id, ticket.lastUpdatedBy]).toEqual([id, 7]);
            });
          }
          // Pages may turn out not to pay: detecting that costs a fifth of what they would have saved, plus
          // one.
          expect(cost.pages + cost.single.length).toBeLessThanOrEqual(asked * 1.2 + 1);
          // The order is looked for once.
          expect(numbered()).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the tickets of an undo in a list that is in order', () => {
  it.each(['oldest_first', 'newest_first'] as const)(
    'are read from the pages that contain them, however long the list is: %s',
    async (order) => {
      const { cost, read, numbered } = begin(5_000, { order, pageSize: 100 });
      expect((await read(upTo(4_990, 4_966), 15)).size).toBe(25);
      expect((await read(upTo(4_965, 4_951))).size).toBe(15);
      expect(cost).toEqual({ pages: 0, single: [] });
      expect(numbered()).toBeLessThanOrEqual(3);
    },
  );

  it('are found where they are, wherever that is, for little more than one request each', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 700 }), { maxLength: 25 }), { maxLength: 5 }),
        fc.constantFrom(10, 30, 100),
        fc.constantFrom(4, Infinity),
        fc.constantFrom('oldest_first', 'newest_first'),
        async (batches, pageSize, incompleteEvery, order) => {
          const { cost, read, numbered } = begin(600, { pageSize, incompleteEvery, order });
          for (const ids of batches) {
            const found = await read(ids);
            expect([...found.keys()].sort()).toEqual(ids.filter((id) => id <= 600).sort());
            found.forEach((ticket, id) => {
              expect([ticket.id, ticket.lastUpdatedBy]).toEqual([id, 7]);
            });
          }
          const asked = batches.flat().length;
          expect(cost.pages).toBe(0);
          expect(numbered() + cost.single.length).toBeLessThanOrEqual(asked * 1.2);
        },
      ),
      { numRuns: 100 },
    );
  });
});
