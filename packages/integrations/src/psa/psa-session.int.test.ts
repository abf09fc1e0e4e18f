import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadbridge/devkit';
import { PsaBudgetError, type PsaPage } from '@leadbridge/usecases';

import { type ClientBench, openClientBench } from './testing/psa-clients.js';
import type { SeenRequest } from './testing/scripted-psa.js';

let bench: ClientBench;

beforeAll(async () => {
  bench = await openClientBench();
});
afterEach(() => bench.reset());
afterAll(async () => bench.close());

const rows = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ id: from + index, tickettype_id: 1 }));

/** The page that a request asks for, of `total` rows, at most `cap` per page. */
function pageOf(request: SeenRequest, total: number, cap = 100) {
  const size = Math.min(Number(request.query.get('page_size')), cap);
  const first = (Number(request.query.get('page_no')) - 1) * size + 1;
  return rows(first, Math.min(total, first + size - 1));
}

async function collect<T>(
  pages: AsyncIterable<PsaPage<T>>,
): Promise<{ items: T[]; totals: (number | null)[] }> {
  const items: T[] = [];
  const totals: (number | null)[] = [];
  for await (const page of pages) {
    items.push(...page.items);
    totals.push(page.total);
  }
  return { items, totals };
}

describe('calls that follow each other', () => {
  it('take their slots together, and return those that were not needed', async () => {
    bench.psa.respondWith(() => ({ json: { id: 1, tickettype_id: 1 } }));
    const client = bench.client();
    const session = client.session({ priority: 'single' });
    await session.getTicket(1);
    const used = async () => (await client.budgetStatus()).used;
    const before = await used();
    session.expectCalls(4);
    await session.getTicket(1);
    expect(await used()).toBe(before + 4);
    await session.getTicket(1);
    expect(await used()).toBe(before + 4);
    session.expectCalls(0);
    await until(async () => (await used()) === before + 2);
  });
});

describe('calls that are more than a window of the budget has', () => {
  it('wait for the next one if their work would begin anew', async () => {
    bench.psa.respondWith(() => ({ json: { id: 1, tickettype_id: 1 } }));
    const client = bench.client({ rateLimit: 20, rateWindowSeconds: 1 });
    const read = async (waitsForWindows: boolean): Promise<void> => {
      const session = client.session({ priority: 'mirror', waitsForWindows });
      for (let call = 0; call < 25; call += 1) {
        await session.getTicket(1);
      }
    };
    await expect(read(false)).rejects.toThrow(PsaBudgetError);
    await read(true);
    expect(bench.psa.calls().length).toBeGreaterThanOrEqual(25);
  });
});

describe('paging', () => {
  it.each([
    [0, 1],
    [1, 1],
    [99, 1],
    [100, 2],
    [101, 2],
    [250, 3],
  ])('reads %i tickets in %i requests', async (total, requests) => {
    bench.psa.respondWith((request) => ({ json: { record_count: total, tickets: pageOf(request, total) } }));
    const { items, totals } = await collect(bench.session().pageTickets({ tickettypeId: 1 }));
    expect(items.map(({ id }) => id)).toEqual(rows(1, total).map(({ id }) => id));
    expect(totals[0]).toBe(total);
    expect(bench.psa.calls()).toHaveLength(requests);
    expect(Object.fromEntries(bench.psa.calls()[0]?.query ?? [])).toEqual({
      tickettype_id: '1',
      include_custom_fields: 'all',
      pageinate: 'true',
      page_size: '100',
      page_no: '1',
    });
  });

  it.each([
    ['a wrong count', (request: SeenRequest) => ({ record_count: 3, tickets: pageOf(request, 250) }), 4],
    ['no count', (request: SeenRequest) => pageOf(request, 250), 4],
    [
      'a page capped at 50',
      (request: SeenRequest) => ({ record_count: 250, tickets: pageOf(request, 250, 50) }),
      6,
    ],
    [
      'a cap of 50 that it names',
      (request: SeenRequest) => ({ page_size: 50, tickets: pageOf(request, 250, 50) }),
      6,
    ],
    ['a cap of 50 that nothing tells', (request: SeenRequest) => pageOf(request, 250, 50), 6],
    [
      'a cap of 30 beside the size that was asked for',
      (request: SeenRequest) => ({ page_size: 100, tickets: pageOf(request, 250, 30) }),
      10,
    ],
    [
      'a cap of 50 and a count of the page alone',
      (request: SeenRequest) => {
        const tickets = pageOf(request, 250, 50);
        return { record_count: tickets.length, tickets };
      },
      6,
    ],
    [
      'a cap of 25 and a count of nothing',
      (request: SeenRequest) => ({ record_count: 0, tickets: pageOf(request, 250, 25) }),
      11,
    ],
    ['a cap of 7 that nothing tells', (request: SeenRequest) => pageOf(request, 250, 7), 37],
    ['no paging at all', () => ({ record_count: 250, tickets: rows(1, 250) }), 2],
    ['no paging, bare, of an even number', () => rows(1, 250), 2],
  ])('reads all tickets of a PSA with %s', async (_name, response, requests) => {
    bench.psa.respondWith((request) => ({ json: response(request) }));
    const { items } = await collect(bench.session().pageTickets({}));
    expect(items.map(({ id }) => id)).toEqual(rows(1, 250).map(({ id }) => id));
    expect(bench.psa.calls()).toHaveLength(requests);
  });

  it('does not read a second page after a few rows of a bare list', async () => {
    bench.psa.respondWith(() => ({ json: rows(1, 5) }));
    expect(await bench.session().findTickets({ email: 'x' })).toHaveLength(5);
    expect(bench.psa.calls()).toHaveLength(1);
  });

  it('reads a second page after a few rows of a bare list if its pages are known to be capped', async () => {
    bench.psa.respondWith((request) => ({ json: pageOf(request, 16, 7) }));
    const session = bench.session();
    await collect(session.pageTickets({}));
    expect(await session.findTickets({ email: 'x' })).toHaveLength(16);
  });

  it('finds every row of a search whose pages come in another order each time', async () => {
    let state = 1;
    const random = (): number => (state = (state * 48_271) % 2_147_483_647);
    const shuffled = (total: number) =>
      rows(1, total)
        .map((row) => ({ row, place: random() }))
        .sort((one, other) => one.place - other.place)
        .map(({ row }) => row);
    for (const total of [20, 21, 40, 45, 130]) {
      bench.psa.respondWith((request) => {
        const from = (Number(request.query.get('page_no')) - 1) * 20;
        return { json: shuffled(total).slice(from, from + 20) };
      });
      const found = await bench.session().findTickets({ email: 'x' });
      expect(found.map(({ id }) => id).sort((one, other) => one - other)).toEqual(
        rows(1, total).map(({ id }) => id),
      );
    }
  });

  it('returns a ticket once that moved to a later page meanwhile', async () => {
    bench.psa.respondWith((request) => ({
      json: { tickets: request.query.get('page_no') === '1' ? rows(1, 100) : rows(98, 130) },
    }));
    expect((await collect(bench.session().pageTickets({}))).items).toHaveLength(130);
  });

  describe('detects whether rows keep their places', () => {
    const isSteady = async (pages: readonly (readonly { id: number }[])[]): Promise<boolean | undefined> => {
      bench.psa.respondWith((request) => ({ json: pages[Number(request.query.get('page_no')) - 1] ?? [] }));
      const seen: boolean[] = [];
      for await (const page of bench.session().pageTickets({})) {
        seen.push(page.isSteady);
      }
      return seen.at(-1);
    };

    it('they do if new rows push some onto the next page', async () => {
      expect(await isSteady([rows(1, 100), rows(98, 130)])).toBe(true);
      expect(await isSteady([rows(1, 100), rows(101, 200), rows(200, 200)])).toBe(true);
    });

    it('they do if paging is ignored, in any order', async () => {
      expect(await isSteady([rows(1, 100), rows(1, 100).reverse(), rows(1, 100)])).toBe(true);
    });

    it('they do not if known rows are among new ones, or come from anywhere but the end', async () => {
      expect(await isSteady([rows(1, 100), [...rows(101, 120), ...rows(7, 7), ...rows(121, 130)]])).toBe(
        false,
      );
      expect(await isSteady([rows(1, 100), [...rows(7, 7), ...rows(101, 130)]])).toBe(false);
    });

    it('they never do again after that', async () => {
      const torn = [...rows(3, 3), ...rows(101, 199)];
      expect(await isSteady([rows(1, 100), torn, rows(200, 230)])).toBe(false);
    });
  });

  it('stops if it is not read to the end', async () => {
    bench.psa.respondWith((request) => ({ json: { tickets: pageOf(request, 1000) } }));
    const pages = bench.session().pageUsers()[Symbol.asyncIterator]();
    expect((await pages.next()).value?.items).toHaveLength(100);
    await pages.return?.();
    expect(bench.psa.calls()).toHaveLength(1);
  });
});

describe('reading', () => {
  it('checks results, because a PSA may have ignored parts of the query', async () => {
    const session = bench.session();
    bench.psa.respondWith(() => ({
      json: [{ id: 1, tickettype_id: 1 }, { id: 2, tickettype_id: 2 }, { id: 3 }],
    }));
    expect(
      (await session.findTickets({ email: 'a@example.com', tickettypeId: 1 })).map(({ id }) => id),
    ).toEqual([1, 3]);
    bench.psa.respondWith(() => ({ json: [{ id: 1, client_id: 7 }, { id: 2, client_id: 8 }, { id: 3 }] }));
    expect(await session.sitesOfClient(7)).toEqual([
      { id: 1, clientId: 7, name: '' },
      { id: 3, clientId: 7, name: '' },
    ]);
    bench.psa.respondWith(() => ({
      json: {
        actions: [
          { id: 1, ticket_id: 7, note: 'A' },
          { id: 2, ticket_id: 8 },
        ],
      },
    }));
    expect(await session.actionsOfTicket(7)).toEqual([{ id: 1, ticketId: 7, note: 'A' }]);
  });

  it('sends the whole search text, whatever it contains', async () => {
    bench.psa.respondWith(() => ({ json: [] }));
    const search = 'a+b&c=d#é@example.com';
    await bench.session().findUsers({ email: search });
    expect(bench.psa.calls()[0]?.query.get('search')).toBe(search);
  });

  it('reads look-ups, lists and their members', async () => {
    const session = bench.session();
    bench.psa.respondWith(({ path }) => ({
      json:
        path === '/Lists/3/items'
          ? [
              { id: 1, ticket_id: 11 },
              { id: 2, ticket_id: 12 },
            ]
          : [{ id: 3, name: path }],
    }));
    expect(await session.lists()).toEqual([{ id: 3, name: '/Lists' }]);
    expect(await session.statuses()).toEqual([{ id: 3, name: '/Status' }]);
    expect(await session.onList(3, [11])).toEqual(new Set([11, 12]));
  });

  it('does not mistake something else for an empty list', async () => {
    bench.psa.respondWith(() => ({ json: { error: 'Not now' } }));
    await expect(bench.session().searchClients('Example')).rejects.toThrow('not a list');
  });

  it('reads a ticket with all its custom fields', async () => {
    bench.psa.respondWith(() => ({
      json: { opportunities: [{ id: 4, summary: 'Deal', customfields: [{ id: 301, value: 5 }] }] },
    }));
    expect(await bench.session().getOpportunity(4)).toEqual({
      id: 4,
      summary: 'Deal',
      details: null,
      clientId: null,
      userId: null,
      customFields: { 301: 5 },
    });
    expect(bench.psa.calls()[0]?.query.get('include_custom_fields')).toBe('all');
  });
});

describe('an opportunity', () => {
  it('is created without missing references', async () => {
    bench.psa.respondWith(() => ({ status: 201, json: { id: 9 } }));
    const opportunity = {
      summary: 'Deal',
      client_id: null,
      user_id: 5,
      details: 'Text',
      customfields: [],
      sales: { value: 5, probability: null, closeDate: null },
      contact: { name: null, company: null, email: null },
    };
    expect(await bench.session().createOpportunity(opportunity)).toEqual({ ok: true, id: 9 });
    expect(bench.psa.calls()).toMatchObject([{ method: 'POST', path: '/Opportunities' }]);
    expect(bench.psa.calls()[0]?.json).toEqual({
      summary: 'Deal',
      user_id: 5,
      details: 'Text',
      customfields: [],
    });
  });
});
