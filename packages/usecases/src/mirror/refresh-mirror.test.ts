import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { PsaBudgetError, PsaUnavailableError } from '../ports/psa-errors.js';
import { type PsaMirrorStore } from '../ports/psa-mirror.js';
import type { PsaListed, PsaSession } from '../ports/psa.js';
import { beginScan } from './next-scan.js';
import type { RefreshDependencies } from './refresh-mirror.js';
import { dayMs, hourMs, setUpRefresh } from './testing/refresh-world.js';

type Session = Pick<PsaSession, 'listPage'>;

/** A PSA whose session is wrapped. */
function portOf(session: Session): RefreshDependencies['psa'] {
  return { session: () => session };
}

function failing(error: Error): RefreshDependencies['psa'] {
  return portOf({ listPage: async () => Promise.reject(error) });
}

describe('the first scan', () => {
  it('reads one page per call, until every kind is observed', async () => {
    const { refresh, psa, clients } = setUpRefresh();
    const pauses: number[] = [];
    for (let call = 0; call < 6; call += 1) {
      pauses.push(await refresh());
    }
    // One empty page each of tickets and contacts, and three of clients.
    expect(pauses).toEqual([0, 0, 0, 0, 0, 8_000]);
    expect(psa.requests).toBe(5);
    expect(await clients()).toMatchObject({
      scan: null,
      complete: { round: 1, documents: 10, pages: 3, pageRows: 4 },
      watermark: 110,
      nextWatermark: { id: 110, page: 3 },
      lastPage: 3,
    });
  });

  it.each([
    ['newest_first', 'newest_first'],
    ['oldest_first', 'oldest_first'],
    ['none', 'unknown'],
  ] as const)('recognises the order of a list: %s', async (order, recognised) => {
    const { finish, clients } = setUpRefresh({ order });
    await finish();
    expect((await clients()).order).toBe(recognised);
  });

  it.each([true, false])('finds everyone; the PSA counts: %s', async (counts) => {
    const { finish, knownIds } = setUpRefresh({ counts });
    await finish();
    expect(await knownIds()).toHaveLength(10);
  });

  it('continues at the page where the PSA failed', async () => {
    const { refresh, onlyClients, clients, finish, knownIds, psa } = setUpRefresh();
    await onlyClients();
    await refresh();
    const before = await clients();
    await expect(refresh({ psa: failing(new PsaUnavailableError('away')) })).rejects.toThrow('away');
    expect(await clients()).toEqual(before);
    await finish();
    expect(psa.requests).toBe(3);
    expect(await knownIds()).toHaveLength(10);
  });

  it('takes a page once if two workers read it at the same time', async () => {
    const { refresh, onlyClients, clients } = setUpRefresh();
    await onlyClients();
    await refresh();
    await Promise.all([refresh(), refresh()]);
    expect((await clients()).scan).toMatchObject({ nextPage: 3, round: 1 });
  });

  it.each([1, 2, 3])(
    'needs no second scan if others change its state before page %i is stored',
    async (number) => {
      const { finish, store, clients, onlyClients } = setUpRefresh();
      await onlyClients();
      let page = 0;
      const raced: PsaMirrorStore = {
        ...store,
        async savePage(...written) {
          page += 1;
          if (page === number) {
            await store.saveState({ ...(await clients()), deltaScans: 7 });
          }
          return await store.savePage(...written);
        },
      };
      await finish({ store: raced });
      expect(await clients()).toMatchObject({
        missing: 0,
        complete: { round: 1, documents: 10 },
        deltaScans: 7,
      });
    },
  );

  it('is repeated if entities left the PSA meanwhile, because others moved to a page already read', async () => {
    const { refresh, finish, onlyClients, psa, clients, knownIds } = setUpRefresh();
    await onlyClients();
    await refresh();
    psa.remove(9);
    await finish();
    expect((await clients()).complete).toMatchObject({ round: 2, documents: 9 });
    expect(await knownIds()).toEqual(expect.arrayContaining(psa.all().map(({ id }) => id)));
  });

  it('need not be repeated if entities are added meanwhile, however many pages there are', async () => {
    const lists = fc.record({
      order: fc.constantFrom('newest_first' as const, 'oldest_first' as const),
      pageSize: fc.integer({ min: 2, max: 20 }),
      more: fc.integer({ min: 0, max: 40 }),
      growth: fc.array(fc.nat(50), { maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(lists, async ({ more, growth, ...options }) => {
        const { finish, psa, clients, clock } = setUpRefresh(options);
        psa.add(more);
        // What is added to a list of less than a page may stand on its first page, which was read already.
        fc.pre(psa.all().length >= options.pageSize);
        const growths = growth.values();
        const growing: Session = {
          async listPage(kind, request) {
            const page = await psa.session.listPage(kind, request);
            psa.add(growths.next().value ?? 0);
            return page;
          },
        };
        await finish({ psa: portOf(growing) });
        expect(await clients()).toMatchObject({ missing: 0, complete: { round: 1 } });
        // More than a page of them may hide the order; the next round, which begins soon then, shows it.
        clock.pass(60_000);
        await finish();
        expect(await clients()).toMatchObject({ missing: 0, order: options.order });
      }),
    );
  });

  it('is repeated once if the PSA counts more than it lists', async () => {
    const { finish, psa, clients } = setUpRefresh();
    const countsMore: Session = {
      async listPage<K extends keyof PsaListed>(kind: K, request: { page: number; order: 'newest_first' }) {
        const page = await psa.session.listPage(kind, request);
        return { ...page, total: kind === 'clients' ? 12 : page.total };
      },
    };
    await finish({ psa: portOf(countsMore) });
    expect(await clients()).toMatchObject({ missing: 2, complete: { round: 2, documents: 10 } });
  });

  it.each([
    { says: 'a tenth of the time', pageMs: 60_000, hours: 24, pages: 160 },
    { says: 'every hour', pageMs: hourMs, hours: 40, pages: 36 },
  ])(
    'is repeated $says, where a page takes $pageMs ms, while the PSA counts far more than it lists',
    async ({ pageMs, hours, pages }) => {
      const { refresh, psa, onlyClients, clients, clock } = setUpRefresh();
      await onlyClients();
      const countsMore: Session = {
        async listPage<K extends keyof PsaListed>(kind: K, request: { page: number; order: 'newest_first' }) {
          clock.pass(pageMs);
          return { ...(await psa.session.listPage(kind, request)), total: 100 };
        },
      };
      for (const until = clock.now() + hours * hourMs; clock.now() < until;) {
        clock.pass(await refresh({ psa: portOf(countsMore) }));
      }
      expect(await clients()).toMatchObject({ missing: 90, complete: null });
      expect(psa.requests).toBeLessThanOrEqual(pages);
    },
  );
});

describe('the budget of the mirror', () => {
  it.each([
    { says: 'less than its share', used: 99, waiting: 0, spares: false, round: 1, pauseMs: 0 },
    { says: 'its share', used: 100, waiting: 0, spares: false, round: 1, pauseMs: 1_000 },
    {
      says: 'its share, which does not limit a first scan',
      used: 100,
      waiting: 0,
      spares: true,
      round: 1,
      pauseMs: 0,
    },
    {
      says: 'its share, which limits a repeated first scan',
      used: 100,
      waiting: 0,
      spares: true,
      round: 2,
      pauseMs: 1_000,
    },
    { says: 'nothing, but an import waits', used: 0, waiting: 1, spares: true, round: 1, pauseMs: 1_000 },
  ])('has used $says', async ({ used, waiting, spares, round, pauseMs }) => {
    const { refresh, budget, psa, onlyClients, clients, store, clock } = setUpRefresh();
    await onlyClients();
    await store.saveState({ ...(await clients()), origin: 'psa', scan: beginScan(round, clock.now()) });
    Object.assign(budget, { usedByMirror: used, bulkWaiting: waiting });
    expect(await refresh({ sparesFirstScan: spares })).toBe(pauseMs);
    expect(psa.requests).toBe(pauseMs === 0 ? 1 : 0);
  });

  it('limits every later round to the share', async () => {
    const { refresh, budget, onlyClients, observed, clock } = setUpRefresh();
    await onlyClients();
    await observed('clients', clock.now() - dayMs);
    budget.usedByMirror = 100;
    expect(await refresh()).toBe(1_000);
  });

  it.each([
    ['is soon', 5_000, 5_000],
    ['is now', 10, 1_000],
    ['has passed', -60_000, 1_000],
    ['is far', 300_000, 30_000],
  ])('pauses when the PSA has no slot; the next %s', async (_says, inMs, pauseMs) => {
    const { refresh, clock, clients } = setUpRefresh();
    const error = new PsaBudgetError(clock.now() + inMs, { callsPerWindow: 500, windowMs: 300_000 });
    expect(await refresh({ psa: failing(error) })).toBe(pauseMs);
    expect((await clients()).scan).toBeNull();
  });
});

describe('when a kind is scanned again', () => {
  it.each([
    { says: 'an ordered list', order: 'newest_first', pages: 3, round: 3, afterMs: 0.9 * hourMs },
    { says: 'a short list without order', order: 'unknown', pages: 2, round: 3, afterMs: 60_000 },
    {
      says: 'a long list that has shown no order yet',
      order: 'unknown',
      pages: 3,
      round: 2,
      afterMs: 60_000,
    },
    { says: 'a long list without order', order: 'unknown', pages: 3, round: 3, afterMs: dayMs },
  ] as const)('$says', async ({ order, pages, round, afterMs }) => {
    const { refresh, onlyClients, observed, clock, psa } = setUpRefresh();
    await onlyClients();
    const at = clock.now();
    const complete = { round, startedAt: at, endedAt: at, documents: 10, pages, pageRows: 4 };
    await observed('clients', at, { order, complete });
    clock.pass(afterMs - 1);
    expect([await refresh(), psa.requests]).toEqual([8_000, 0]);
    clock.pass(1);
    expect([await refresh(), psa.requests]).toEqual([0, 1]);
  });

  it('scans what was requested before what is only due', async () => {
    const { refresh, observed, clock, store } = setUpRefresh();
    await observed('tickets', clock.now() - dayMs);
    await observed('contacts', clock.now() - dayMs);
    await observed('clients', clock.now() - 1, { demandedSince: clock.now() });
    await refresh();
    const begun = (await store.states()).filter(({ scan }) => scan !== null).map(({ kind }) => kind);
    expect(begun).toEqual(['clients']);
  });

  it.each([
    ['begins a new round if the scan began before the request', -1, 8],
    ['continues a scan that began since', 0, 7],
  ])('%s', async (_says, beganMs, round) => {
    const { refresh, onlyClients, observed, clock, clients } = setUpRefresh();
    await onlyClients();
    const now = clock.now();
    await observed('clients', now - hourMs, { demandedSince: now, scan: beginScan(7, now + beganMs) });
    await refresh();
    expect((await clients()).scan).toMatchObject({ round, nextPage: 2 });
  });

  it('does not begin a first scan again for a request, which would never end', async () => {
    const { refresh, onlyClients, clients, store, clock } = setUpRefresh();
    await onlyClients();
    await refresh();
    await store.saveState({ ...(await clients()), demandedSince: clock.now() + 1 });
    await refresh();
    expect((await clients()).scan).toMatchObject({ round: 1, nextPage: 3 });
  });

  it('removes only what two rounds have missed, and then looks for decisions on it', async () => {
    const { finish, onlyClients, psa, clock, store, looks } = setUpRefresh();
    await onlyClients();
    await finish();
    psa.remove(5);
    const known: number[] = [];
    for (let round = 2; round <= 3; round += 1) {
      clock.pass(hourMs);
      await finish();
      known.push((await store.counts('clients')).documents);
    }
    expect(known).toEqual([10, 9]);
    expect(looks).toEqual([10, 10, 9]);
  });

  it('keeps the watermark of delta scans, unless the order has changed', async () => {
    const { finish, onlyClients, psa, clock, clients } = setUpRefresh();
    await onlyClients();
    await finish();
    psa.add(2);
    clock.pass(hourMs);
    await finish();
    expect(await clients()).toMatchObject({ watermark: 110, complete: { documents: 12 } });
  });
});

describe('a round that somebody waits for', () => {
  const spent = [
    { limit: 500, usedByMirror: 400, bulkWaiting: 0 },
    { limit: 500, usedByMirror: 0, bulkWaiting: 9 },
  ];

  it.each(spent)(
    'is read at once where it is a page or two, whatever else is going on: %j',
    async (budget) => {
      const { refresh, finish, onlyClients, observed, store, clock } = setUpRefresh({ pageSize: 10 });
      await onlyClients();
      await observed('clients', clock.now(), {
        complete: { round: 1, startedAt: 1, endedAt: 1, documents: 10, pages: 1, pageRows: 10 },
      });
      const changes = { budget: async () => Promise.resolve(budget) };
      // Nobody waits for it yet.
      expect(await refresh(changes)).toBeGreaterThan(0);
      await store.saveState({ ...(await store.state('clients')), demandedSince: clock.now() });
      await finish(changes);
      expect((await store.state('clients')).complete?.startedAt).toBeGreaterThanOrEqual(clock.now());
    },
  );

  it.each(spent)('keeps to its share where it is longer: %j', async (budget) => {
    const { refresh, onlyClients, observed, store, clock } = setUpRefresh();
    await onlyClients();
    await observed('clients', 1);
    await store.saveState({ ...(await store.state('clients')), demandedSince: clock.now() });
    expect(await refresh({ budget: async () => Promise.resolve(budget) })).toBeGreaterThan(0);
  });
});
