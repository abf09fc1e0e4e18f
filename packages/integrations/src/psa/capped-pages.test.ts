import { describe, expect, it } from '@jest/globals';
import type { PsaCallContext } from '@leadbridge/usecases';
import fc from 'fast-check';

import { dialectWithLists } from '../halopsa/testing/dialect-with-lists.js';
import { preparedHalo } from '../halopsa/testing/prepared-halo.js';
import type { ArrayLimits } from './array-limits.js';
import type { PsaCaller } from './psa-caller.js';
import type { PsaOperations } from './psa-dialect.js';
import { createPsaIo } from './psa-io.js';
import type { PsaRequest } from './psa-requests.js';
import { createSpecDialect } from './spec-dialect.js';

interface Paging {
  readonly count: number;
  /** The most rows that the PSA puts on one page, whatever is asked for. */
  readonly cap: number;
  /** The page size that it names: none, the one asked for, or any other. */
  readonly named: 'none' | 'asked' | number;
  readonly isCounted: boolean;
  readonly isNewestFirst: boolean;
}

const account = { url: 'https://psa.test', clientId: 'id', clientSecret: 'secret', scope: 'all' };
const dialects = [
  { name: 'the specification', leadType: 1, create: () => createSpecDialect(account) },
  { name: 'HaloPSA', leadType: 31, create: () => dialectWithLists([]) },
];
type Dialect = (typeof dialects)[number];

/** A session with a PSA of so many entities of each kind, which all match every filter. */
function sessionWith({ leadType, create }: Dialect, paging: Paging) {
  const { count, cap, named, isCounted, isNewestFirst } = paging;
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ id: isNewestFirst ? count - index : index + 1, client_id: 5, client_name: 'Example', user_id: 6 },
    ...{ tickettype_id: leadType, status_id: 61, name: 'Example', emailaddress: 'alex@example.com' },
  }));
  let requests = 0;
  const caller = {
    read: async ({ path, query = {} }: PsaRequest) => {
      const lookUp = path === '/Tickets' ? undefined : preparedHalo[path];
      if (lookUp !== undefined) {
        return Promise.resolve({ kind: 'succeeded', json: lookUp });
      }
      requests += 1;
      const asked = Number(query.page_size);
      const size = Math.min(cap, asked);
      const from = (Number(query.page_no) - 1) * size;
      const json = {
        ...(isCounted ? { record_count: count } : {}),
        ...(named === 'none' ? {} : { page_size: named === 'asked' ? asked : named }),
        [path.slice(1).toLowerCase()]: rows.slice(from, from + size),
      };
      return Promise.resolve({ kind: 'succeeded', json });
    },
  } as unknown as PsaCaller;
  const dialect = create();
  const context: PsaCallContext = { priority: 'single' };
  const session = dialect.open(createPsaIo(caller, {} as unknown as ArrayLimits, dialect, context));
  return { session, requests: () => requests };
}

type Identified = readonly { readonly id: number }[];

async function collect(pages: AsyncIterable<{ readonly items: Identified }>): Promise<Identified> {
  const found: { readonly id: number }[] = [];
  for await (const { items } of pages) {
    found.push(...items);
  }
  return found;
}

const lists: Readonly<Record<string, (session: PsaOperations) => Promise<Identified>>> = {
  tickets: async (session) => collect(session.pageTickets({ tickettypeId: 1 })),
  contacts: async (session) => collect(session.pageUsers()),
  clients: async (session) => collect(session.pageClients()),
};

const searches: Readonly<Record<string, (session: PsaOperations) => Promise<Identified>>> = {
  contact: async (session) => session.findUsers({ email: 'alex@example.com' }),
  client: async (session) => session.searchClients('Example'),
  sites: async (session) => session.sitesOfClient(5),
  tickets: async (session) => session.findTickets({ tickettypeId: 1, clientId: 5 }),
};

const pagings = (minCap: number) =>
  fc.record<Paging>({
    count: fc.nat(320),
    cap: fc.oneof(fc.constantFrom(7, 12, 64, 99, 100), fc.integer({ min: minCap, max: 130 })),
    named: fc.oneof(fc.constantFrom('none' as const, 'asked' as const), fc.integer({ min: 1, max: 200 })),
    isCounted: fc.boolean(),
    isNewestFirst: fc.boolean(),
  });

async function expectAll(
  reads: typeof lists,
  { dialect, paging }: { readonly dialect: Dialect; readonly paging: Paging },
): Promise<void> {
  for (const [name, read] of Object.entries(reads)) {
    const ids = (await read(sessionWith(dialect, paging).session)).map(({ id }) => id);
    expect([name, ids.length, new Set(ids).size]).toEqual([name, paging.count, paging.count]);
  }
}

describe.each(dialects)('a PSA of $name that caps its pages', (dialect) => {
  it('has all of its long lists read, whatever it caps, names and counts, in any order', () =>
    fc.assert(
      fc.asyncProperty(pagings(1), async (paging) => expectAll(lists, { dialect, paging })),
      { numRuns: 100 },
    ));

  it('has everything found that it finds, on pages of six rows and more', () =>
    fc.assert(
      fc.asyncProperty(pagings(6), async (paging) => expectAll(searches, { dialect, paging })),
      { numRuns: 100 },
    ));

  it.each([
    [0, 1],
    [1, 1],
    [9, 1],
    [64, 1],
    [99, 1],
    [164, 2],
  ])('takes no request more for %i rows, if it counts them and caps none: %i', async (count, pages) => {
    for (const named of ['none', 'asked'] as const) {
      for (const read of [...Object.values(lists), ...Object.values(searches)]) {
        const honest = { count, cap: 100, named, isCounted: true, isNewestFirst: true };
        const { session, requests } = sessionWith(dialect, honest);
        // The names of a HaloPSA are looked up first.
        await session.statuses();
        const before = requests();
        await read(session);
        expect(requests() - before).toBe(pages);
      }
    }
  });

  it('takes none more for a few rows of a search either, if it counts nothing', async () => {
    const honest = { count: 4, cap: 100, named: 'asked', isCounted: false, isNewestFirst: true } as const;
    const { session, requests } = sessionWith(dialect, honest);
    await session.searchClients('Example');
    expect(requests()).toBe(1);
  });
});
