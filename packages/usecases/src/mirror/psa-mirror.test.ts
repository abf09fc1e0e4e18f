import { describe, expect, it } from '@jest/globals';
import { companyKey } from '@leadbridge/domain';
import { silentLogger } from '@leadbridge/platform';
import fc from 'fast-check';

import { PsaCredentialsError, PsaRefusedError } from '../ports/psa-errors.js';
import { StoredMirror } from './psa-mirror.js';
import { refreshMirror, type MirrorBudget } from './refresh-mirror.js';
import { createListedPsa, type ListedPsaOptions } from './testing/listed-psa.js';
import { createMemoryMirror } from './testing/memory-mirror.js';

const hourMs = 3_600_000;

class InjectedFault extends Error {}

function isFault(error: unknown): null {
  expect(error).toBeInstanceOf(InjectedFault);
  return null;
}

function bench(options: ListedPsaOptions, budget: Partial<MirrorBudget> = {}) {
  let now = 1_000_000;
  const clock = { now: () => (now += 1) };
  let callsUntilFault: number | null = null;
  const failing = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, name, receiver) {
        const value: unknown = Reflect.get(of, name, receiver);
        return typeof value !== 'function' || name === 'session'
          ? value
          : async (...given: unknown[]): Promise<unknown> => {
              if (callsUntilFault !== null && callsUntilFault-- <= 0) {
                callsUntilFault = null;
                throw new InjectedFault();
              }
              return await (Reflect.apply(value, of, given) as Promise<unknown>);
            };
      },
    });
  const listed = createListedPsa(options);
  const psa = { ...listed, session: failing(listed.session) };
  const store = failing(createMemoryMirror());
  const mirror = new StoredMirror({ store, clock, origin: 'psa', maxAgeMs: hourMs });
  const refresh = async (): Promise<number> =>
    refreshMirror({
      store,
      aliases: { reopenLost: async () => Promise.resolve() },
      psa: { session: () => psa.session },
      origin: 'psa',
      budget: () => Promise.resolve({ limit: 500, usedByMirror: 0, bulkWaiting: 0, ...budget }),
      maxShare: 20,
      sparesFirstScan: true,
      maxAgeMs: hourMs,
      clock,
      logger: silentLogger,
    });
  return {
    psa: listed,
    /** Makes this call of the PSA or the database fail, counted from now on; null for none. */
    failAt(calls: number | null) {
      callsUntilFault = calls;
    },
    store,
    mirror,
    refresh,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    now: () => now,
    async fill(): Promise<void> {
      while ((await refresh()) === 0);
    },
    /** Clients in the PSA that the mirror does not find; null if it reports that it cannot tell. */
    async overlooked(): Promise<readonly number[] | null> {
      const view = await mirror.view(psa.session, 'clients', now);
      if (view === null) {
        return null;
      }
      const found = await view.byKeys(psa.all().map(({ name }) => companyKey(name)));
      return psa.all().flatMap(({ id, name }) => (found.has(companyKey(name)) ? [] : [id]));
    },
  };
}

const anyOptions = fc.record({
  order: fc.constantFrom('newest_first', 'oldest_first', 'none'),
  pageSize: fc.integer({ min: 2, max: 12 }),
  counts: fc.boolean(),
} as const);

describe('the mirror', () => {
  it('misses no one, however people and imports add to the PSA while it is read', async () => {
    const step = fc.oneof(
      fc.record({ add: fc.integer({ min: 1, max: 30 }), hasGap: fc.boolean() }),
      fc.constantFrom('page' as const, 'look' as const, 'later' as const),
    );
    await fc.assert(
      fc.asyncProperty(anyOptions, fc.array(step, { maxLength: 25 }), async (options, steps) => {
        const at = bench(options);
        at.psa.add(20);
        for (const each of steps) {
          if (each === 'page') {
            await at.refresh();
          } else if (each === 'look') {
            expect((await at.overlooked()) ?? []).toEqual([]);
          } else if (each === 'later') {
            at.pass(31_000);
          } else {
            at.psa.add(each.add, each.hasGap);
          }
        }
        await at.fill();
        expect((await at.overlooked()) ?? []).toEqual([]);
        if (options.order !== 'none') {
          // More than a page of new entities may have hidden the order from the first round.
          at.pass(60_000);
          await at.fill();
          expect(await at.overlooked()).not.toBeNull();
        }
      }),
      { numRuns: 150 },
    );
  });

  it('misses no one if entities leave a PSA with counts, and others are added, while it is read', async () => {
    const step = fc.oneof(
      fc.record({ remove: fc.nat(200) }),
      fc.record({ add: fc.integer({ min: 1, max: 5 }) }),
      fc.constantFrom('page' as const, 'look' as const),
    );
    await fc.assert(
      fc.asyncProperty(anyOptions, fc.array(step, { maxLength: 40 }), async (options, steps) => {
        const at = bench({ ...options, counts: true });
        at.psa.add(60);
        for (const each of steps) {
          if (each === 'page') {
            await at.refresh();
          } else if (each === 'look') {
            expect((await at.overlooked()) ?? []).toEqual([]);
          } else if ('add' in each) {
            at.psa.add(each.add);
          } else {
            at.psa.remove(each.remove);
          }
        }
        await at.fill();
        expect((await at.overlooked()) ?? []).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('recovers if the PSA or the database fails, or its worker is killed, at any moment', async () => {
    const step = fc.oneof(
      fc.record({ add: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ faultAt: fc.integer({ min: 0, max: 6 }) }),
      fc.constantFrom('page' as const, 'look' as const, 'two at once' as const, 'later' as const),
    );
    await fc.assert(
      fc.asyncProperty(anyOptions, fc.array(step, { maxLength: 40 }), async (options, steps) => {
        const at = bench(options);
        at.psa.add(60);
        for (const each of steps) {
          if (each === 'page') {
            await at.refresh().catch(isFault);
          } else if (each === 'two at once') {
            await Promise.all([at.refresh().catch(isFault), at.refresh().catch(isFault)]);
          } else if (each === 'look') {
            expect((await at.overlooked().catch(isFault)) ?? []).toEqual([]);
          } else if (each === 'later') {
            at.pass(31_000);
          } else if ('add' in each) {
            at.psa.add(each.add);
          } else {
            at.failAt(each.faultAt);
          }
        }
        at.failAt(null);
        await at.fill();
        expect((await at.overlooked()) ?? []).toEqual([]);
        if (options.order !== 'none') {
          // More than a page of new entities may have hidden the order from the first round.
          at.pass(60_000);
          await at.fill();
          expect(await at.overlooked()).not.toBeNull();
        }
      }),
      { numRuns: 150 },
    );
  });

  it.each(['newest_first', 'oldest_first'] as const)(
    'reads one page if nothing is new, and hardly more after many own writes (%s)',
    async (order) => {
      const at = bench({ order, pageSize: 10, counts: true });
      at.psa.add(105);
      await at.fill();
      const cost = async (): Promise<number> => {
        const before = at.psa.requests;
        at.pass(61_000);
        expect(await at.overlooked()).toEqual([]);
        return at.psa.requests - before;
      };
      expect(await cost()).toBe(1);
      const before = at.psa.all().length;
      at.psa.add(200);
      const own = at.psa.all().slice(before);
      await at.store.put(
        'clients',
        own.map((item) => ({ id: item.id, keys: [companyKey(item.name)], item, observedAt: at.now() })),
      );
      expect(await cost()).toBeLessThanOrEqual(2);
      expect(await cost()).toBeLessThanOrEqual(2);
    },
  );

  it('gives way to bulk imports, and to all other work once its share is spent', async () => {
    const waits = bench({ order: 'oldest_first', pageSize: 10, counts: true }, { bulkWaiting: 1 });
    waits.psa.add(50);
    expect(await waits.refresh()).toBeGreaterThan(0);
    expect(waits.psa.requests).toBe(0);

    const spent = bench({ order: 'oldest_first', pageSize: 10, counts: true }, { usedByMirror: 100 });
    spent.psa.add(50);
    await spent.fill();
    expect((await spent.store.state('clients')).complete).not.toBeNull();
    const { requests } = spent.psa;
    spent.pass(2 * hourMs);
    expect(await spent.refresh()).toBeGreaterThan(0);
    expect(spent.psa.requests).toBe(requests);
  });

  it.each([
    ['oldest_first', hourMs],
    ['none', 24 * hourMs],
  ] as const)('removes what two rounds have not seen (%s)', async (order, roundMs) => {
    const at = bench({ order, pageSize: 10, counts: true });
    at.psa.add(50);
    await at.fill();
    at.psa.remove(3);
    for (const left of [50, 49]) {
      at.pass(roundMs);
      await at.fill();
      expect((await at.store.counts('clients')).documents).toBe(left);
    }
    expect((await at.overlooked()) ?? []).toEqual([]);
  });

  it('is not trusted once its last round is a day old', async () => {
    const at = bench({ order: 'oldest_first', pageSize: 10, counts: true });
    at.psa.add(50);
    await at.fill();
    at.pass(25 * hourMs);
    expect(await at.overlooked()).toBeNull();
    await at.fill();
    expect(await at.overlooked()).toEqual([]);
  });

  it('is limited to its share if a first scan has to be repeated', async () => {
    const at = bench({ order: 'oldest_first', pageSize: 10, counts: true }, { usedByMirror: 100 });
    at.psa.add(50);
    for (let page = 0; page < 4; page += 1) {
      await at.refresh();
    }
    at.psa.remove(0);
    await at.fill();
    expect((await at.store.state('clients')).complete).toBeNull();
  });

  it('leaves the work to searches while the PSA refuses a list that it has shown before', async () => {
    const at = bench({ order: 'oldest_first', pageSize: 10, counts: true });
    at.psa.add(50);
    await at.fill();
    const view = async (error: Error) =>
      at.mirror.view({ listPage: async () => Promise.reject(error) }, 'clients', at.now());
    expect(await view(new PsaRefusedError('Not without a search', 400))).toBeNull();
    await expect(view(new PsaCredentialsError('Sign in first', 401))).rejects.toThrow('Sign in first');
    expect(await at.overlooked()).toEqual([]);
  });

  it('reads further if a PSA that was restored from a backup has reissued ids', async () => {
    const at = bench({ order: 'newest_first', pageSize: 10, counts: true });
    at.psa.add(60);
    await at.fill();
    const renamed = at.psa.all().slice(25);
    renamed.forEach(({ id }) => {
      at.psa.rename(id, `Another ${id}`);
    });
    at.pass(61_000);
    expect(await at.overlooked()).toEqual([]);
  });
});
