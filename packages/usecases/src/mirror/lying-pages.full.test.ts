import { describe, expect, it } from '@jest/globals';
import { companyKey } from '@leadbridge/domain';
import { silentLogger } from '@leadbridge/platform';
import fc from 'fast-check';

import { mirrorKinds } from '../ports/psa-mirror.js';
import type { PsaClient } from '../ports/psa.js';
import { createPsaCache } from '../psa/psa-cache.js';
import { createManualClock } from '../testing/manual-clock.js';
import { StoredMirror } from './psa-mirror.js';
import { refreshMirror } from './refresh-mirror.js';
import { missingFromMirror } from './shortfall.js';
import { createLyingPsa, lies, totals, type Lie } from './testing/lying-psa.js';
import { createMemoryMirror } from './testing/memory-mirror.js';

const anyLie: fc.Arbitrary<Lie> = fc.record({
  kind: fc.constantFrom(...lies),
  from: fc.integer({ min: 1, max: 4 }),
  counts: fc.constantFrom(0, 0, 1, 7, 500),
  order: fc.constantFrom('newest_first', 'oldest_first'),
  pageSize: fc.integer({ min: 4, max: 30 }),
  growth: fc.constantFrom(0, 0, 1, 2),
});
const minute = 61_000;

function worldOf(lie: Lie, entities: number) {
  const clock = createManualClock();
  const store = createMemoryMirror();
  const psa = createLyingPsa(lie);
  psa.add(entities);
  const mirror = new StoredMirror({ store, clock, origin: 'psa', maxAgeMs: 3_600_000 });
  const refresh = async (): Promise<number> =>
    refreshMirror({
      ...{
        store,
        aliases: { reopenLost: async () => Promise.resolve() },
        psa: { session: () => psa.session },
        origin: 'psa',
        maxShare: 20,
        maxAgeMs: 3_600_000,
      },
      budget: async () => Promise.resolve({ limit: 500, usedByMirror: 0, bulkWaiting: 0 }),
      ...{ sparesFirstScan: true, clock, logger: silentLogger },
    });
  return {
    ...{ psa, clock, store, mirror },
    /** Refreshes it for some minutes, or until it never ends. */
    async fill(): Promise<void> {
      for (let round = 0; round < 5; round += 1) {
        for (let call = 0; call < 60 && (await refresh()) === 0; call += 1);
        clock.pass(minute);
      }
    },
    /** The entities that an import would create a second time, of those that exist when it is accepted. */
    async duplicates(): Promise<readonly number[]> {
      const standing = psa.all();
      const view = await mirror.view(psa.session, 'clients', clock.now());
      if (view?.provesAbsence !== true) {
        return [];
      }
      const found = await view.byKeys(standing.map(({ name }) => companyKey(name)));
      return standing.flatMap(({ id, name }) => (found.has(companyKey(name)) ? [] : [id]));
    },
  };
}

const cacheOf = (psa: ReturnType<typeof createLyingPsa>, now: () => number) =>
  createPsaCache<null, PsaClient>(
    {
      pages: () => psa.pages(),
      search: async (_, { term }) => psa.search(term),
      id: ({ id }) => id,
      keys: ({ name }) => [name],
    },
    now,
  );

describe('pages that lie, short, empty, repeated, shuffled, counted wrong or growing', () => {
  it('never let the mirror prove the absence of someone', () =>
    fc.assert(
      fc.asyncProperty(anyLie, fc.integer({ min: 0, max: 150 }), async (lie, entities) => {
        const { fill, duplicates } = worldOf(lie, entities);
        await fill();
        expect(await duplicates()).toEqual([]);
      }),
      { numRuns: 300 },
    ));

  it('never do so if they begin to lie once the mirror is complete', () =>
    fc.assert(
      fc.asyncProperty(
        anyLie,
        fc.integer({ min: 40, max: 150 }),
        fc.integer({ min: 0, max: 60 }),
        async (lie, entities, added) => {
          const honest = { ...lie, kind: 'none', counts: 0, growth: 0 } as const;
          const { psa, fill, clock, duplicates } = worldOf(honest, entities);
          await fill();
          expect(await duplicates()).toEqual([]);
          psa.tell(lie);
          psa.add(added);
          clock.pass(minute);
          expect(await duplicates()).toEqual([]);
          await fill();
          expect(await duplicates()).toEqual([]);
        },
      ),
      { numRuns: 300 },
    ));

  it('never do so if pages become smaller or larger, or have rows missing, and nobody counts them', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({
          ...{ total: fc.constantFrom(...totals), hidden: fc.constantFrom(undefined, 3, 5, 7) },
          order: fc.constantFrom('newest_first', 'oldest_first'),
          pageSize: fc.integer({ min: 10, max: 30 }),
        }),
        fc.integer({ min: 0, max: 150 }),
        fc.constantFrom(0.25, 0.5, 0.9, 1, 2),
        fc.integer({ min: 0, max: 60 }),
        async (form, entities, factor, added) => {
          const honest = { ...form, kind: 'none', from: 1, counts: 0, growth: 0 } as const;
          const { psa, fill, clock, duplicates } = worldOf(honest, entities);
          await fill();
          expect(await duplicates()).toEqual([]);
          psa.tell({ ...honest, pageSize: Math.ceil(honest.pageSize * factor) });
          psa.add(added);
          clock.pass(minute);
          expect(await duplicates()).toEqual([]);
        },
      ),
      { numRuns: 300 },
    ));

  it('never hide anyone from an import that reads them for itself', () =>
    fc.assert(
      fc.asyncProperty(anyLie, fc.integer({ min: 1, max: 150 }), async (lie, entities) => {
        const { psa, clock } = worldOf(lie, entities);
        const standing = psa.all();
        const cache = cacheOf(psa, clock.now);
        const found = await cache.find(
          null,
          standing.map(({ name }) => ({ key: name, term: name })),
          { notBefore: clock.now(), upcoming: 500 },
        );
        expect(standing.filter(({ name }) => (found.get(name) ?? []).length === 0)).toEqual([]);
      }),
      { numRuns: 300 },
    ));

  it.each(['empty', 'first_again'] as const)('say how many are missing: %s after the first', async (kind) => {
    const lie = { kind, from: 2, counts: 0, order: 'oldest_first', pageSize: 100, growth: 0 } as const;
    const { psa, fill, store, mirror, clock } = worldOf(lie, 4_349);
    await fill();
    const state = await store.state('clients');
    expect([state.complete, missingFromMirror(state)]).toEqual([null, 4_249]);
    expect(await mirror.view(psa.session, 'clients', clock.now())).toBeNull();
    // The other kinds do not wait for it.
    const others = (await store.states()).filter((each) => each.kind !== 'clients');
    expect(others.map(({ complete }) => complete !== null)).toEqual([true, true]);
    expect(mirrorKinds).toHaveLength(3);
  });

  it('are read again only once a minute', async () => {
    const lie = {
      kind: 'empty',
      from: 2,
      counts: 0,
      order: 'oldest_first',
      pageSize: 10,
      growth: 0,
    } as const;
    const { fill, store } = worldOf(lie, 200);
    await fill();
    expect((await store.state('clients')).scan?.round).toBeLessThanOrEqual(7);
  });
});
