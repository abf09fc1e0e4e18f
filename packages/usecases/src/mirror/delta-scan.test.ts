import { describe, expect, it } from '@jest/globals';

import { PsaCredentialsError, PsaRefusedError } from '../ports/psa-errors.js';
import { unbegunMirror, type MirrorState } from '../ports/psa-mirror.js';
import { createManualClock } from '../testing/manual-clock.js';
import { deltaScan } from './delta-scan.js';
import { observationOf } from './mirror-keys.js';
import { createListedPsa, type ListedPsaOptions } from './testing/listed-psa.js';
import { createMemoryMirror } from './testing/memory-mirror.js';

type Order = 'newest_first' | 'oldest_first';

interface Given extends Partial<ListedPsaOptions> {
  readonly order?: Order;
  /** The number of entities that the mirror knows. */
  readonly known?: number;
}

/** A mirror that knows all of a PSA's clients, whose ids start at 101. */
async function setUp({ order = 'newest_first', known = 10, pageSize = 4, counts = true }: Given = {}) {
  const psa = createListedPsa({ order, pageSize, counts });
  psa.add(known);
  const clock = createManualClock();
  const store = createMemoryMirror();
  const startedAt = clock.now();
  await store.put(
    'clients',
    psa.all().map((client) => observationOf('clients', client, startedAt)),
  );
  const maxId = 100 + known;
  const lastPage = Math.ceil(known / pageSize);
  await store.saveState({
    ...unbegunMirror('clients'),
    order,
    watermark: maxId,
    nextWatermark: { id: maxId, at: startedAt, page: lastPage },
    lastPage,
    complete: {
      round: 1,
      startedAt,
      endedAt: startedAt,
      documents: known,
      pages: lastPage,
      pageRows: pageSize,
    },
  });
  clock.pass(60_000);
  const state = async (): Promise<MirrorState> => store.state('clients');
  return {
    ...{ psa, clock, store, state },
    /** @returns when it was sent, and how many pages it has read */
    async scan(session: typeof psa.session = psa.session) {
      const before = psa.requests;
      const at = await deltaScan({ store, clock }, session, await state());
      return { at, pages: psa.requests - before };
    },
    ids: async (): Promise<readonly number[]> =>
      (
        await store.byIds(
          'clients',
          Array.from({ length: 200 }, (_, id) => id),
        )
      ).map(({ id }) => id),
  };
}

describe.each<Order>(['newest_first', 'oldest_first'])('a delta scan of a list with the %s', (order) => {
  it('takes one page if nothing is new', async () => {
    const { scan, clock, state } = await setUp({ order });
    expect(await scan()).toEqual({ at: clock.now(), pages: 1 });
    expect(await state()).toMatchObject({ deltaAt: clock.now(), deltaScans: 1, watermark: 110 });
  });

  it.each([
    [1, true],
    [4, true],
    [17, true],
    [17, false],
  ])('finds %i new ones; the PSA counts: %s', async (added, counts) => {
    const { scan, psa, ids } = await setUp({ order, counts });
    psa.add(added);
    expect((await scan()).at).not.toBeNull();
    expect(await ids()).toHaveLength(10 + added);
  });

  it('treats new ones as known only once everything created before them must be visible', async () => {
    const { scan, psa, clock, state } = await setUp({ order });
    psa.add(3);
    await scan();
    expect(await state()).toMatchObject({ watermark: 110, nextWatermark: { id: 113, at: clock.now() } });
    clock.pass(29_999);
    await scan();
    expect((await state()).watermark).toBe(110);
    clock.pass(1);
    await scan();
    expect((await state()).watermark).toBe(113);
  });

  it('observes entities again that may be lost with the newest, because a restored PSA reissues ids', async () => {
    const { scan, psa, store, state } = await setUp({ order });
    psa.remove(9);
    psa.remove(8);
    await scan();
    expect((await state()).watermark).toBe(108);
    expect(await store.byIds('clients', [108, 109, 110])).toMatchObject([
      { id: 108, observedAt: expect.any(Number) },
      { id: 109, observedAt: 0 },
      { id: 110, observedAt: 0 },
    ]);
  });

  it('reads further if a known id shows another entity', async () => {
    const { scan, psa } = await setUp({ order });
    for (const { id } of psa.all()) {
      psa.rename(id, `Restored ${id}`);
    }
    expect((await scan()).pages).toBeGreaterThan(2);
  });

  it('reports that it proves nothing if the PSA has another order now', async () => {
    const { scan, psa, state } = await setUp({ order });
    const reversed = order === 'newest_first' ? 'oldest_first' : 'newest_first';
    const other = createListedPsa({ order: reversed, pageSize: 4, counts: true });
    other.add(10);
    expect((await scan(other.session)).at).toBeNull();
    expect((await state()).order).toBe('unknown');
    expect((await state()).deltaAt).toBeNull();
    expect(psa.requests).toBe(0);
  });
});

it('continues after what imports have written, if the oldest come first and the PSA counts', async () => {
  const { scan, psa, store } = await setUp({ order: 'oldest_first' });
  psa.add(40);
  const written = psa.all().map((client) => observationOf('clients', client, 1));
  await store.put('clients', written);
  expect((await scan()).pages).toBe(2);
});

it.each([10, 25, 60])(
  'does so too if its list of %i fitted on one page when it was mirrored',
  async (known) => {
    const { scan, psa, store, state } = await setUp({ order: 'oldest_first', known, pageSize: 100 });
    const { complete } = await state();
    await store.saveState({
      ...(await state()),
      ...{ complete: complete === null ? null : { ...complete, pageRows: known }, lastPage: 1 },
    });
    psa.add(6_000);
    const written = psa.all().map((client) => observationOf('clients', client, 1));
    await store.put('clients', written);
    expect((await scan()).pages).toBe(2);
  },
);

describe('a PSA that refuses its list', () => {
  it('is searched instead, and keeps its order', async () => {
    const { scan, state } = await setUp();
    const refusing = { listPage: async () => Promise.reject(new PsaRefusedError('No', 403)) };
    expect((await scan(refusing)).at).toBeNull();
    expect(await state()).toMatchObject({ order: 'newest_first', deltaScans: 0 });
  });

  it('is not assumed to refuse its list if it refuses the credentials', async () => {
    const { scan } = await setUp();
    const refusing = { listPage: async () => Promise.reject(new PsaCredentialsError('No', 401)) };
    await expect(scan(refusing)).rejects.toThrow(PsaCredentialsError);
  });
});

it('saves what it has found even if another worker changes the state at the same time', async () => {
  const { psa, clock, store, state } = await setUp();
  let races = 2;
  const raced = {
    ...store,
    async saveState(next: MirrorState): Promise<boolean> {
      if (races > 0) {
        races -= 1;
        await store.saveState({ ...(await state()), demandedSince: 5 });
      }
      return store.saveState(next);
    },
  };
  psa.add(1);
  await deltaScan({ store: raced, clock }, psa.session, await state());
  expect(await state()).toMatchObject({ demandedSince: 5, deltaScans: 1, nextWatermark: { id: 111 } });
});
