import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@leadbridge/platform';

import { PsaBudgetError, PsaUnavailableError } from '../ports/psa-errors.js';
import { mirrorKinds, unbegunMirror, type MirrorKind, type MirrorState } from '../ports/psa-mirror.js';
import type { PsaListed, PsaSession } from '../ports/psa.js';
import { createManualClock } from '../testing/manual-clock.js';
import { beginScan } from './next-scan.js';
import { dropMirror, mirrorOrigin, refreshMirror, type RefreshDependencies } from './refresh-mirror.js';
import { createListedPsa, type ListedPsaOptions } from './testing/listed-psa.js';
import { createMemoryMirror } from './testing/memory-mirror.js';

type Session = Pick<PsaSession, 'listPage'>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The mirror of a PSA with 10 clients, without contacts or tickets. */
function setUp(options: Partial<ListedPsaOptions> = {}) {
  const clock = createManualClock();
  const store = createMemoryMirror();
  const psa = createListedPsa({ order: 'newest_first', pageSize: 4, counts: true, ...options });
  psa.add(10);
  const budget = { limit: 500, usedByMirror: 0, bulkWaiting: 0 };
  /** What the mirror held whenever lost clients were looked for. */
  const looks: number[] = [];
  const aliases = {
    async reopenLost() {
      looks.push((await store.counts('clients')).documents);
    },
  };

  const refresh = async (changes: Partial<RefreshDependencies> = {}): Promise<number> =>
    refreshMirror({
      ...{ store, aliases, psa: psa.port, clock, origin: 'psa', logger: silentLogger },
      ...{ budget: async () => Promise.resolve(budget), maxShare: 20, sparesFirstScan: true },
      ...{ maxAgeMs: hourMs, ...changes },
    });
  const clients = async (): Promise<MirrorState> => store.state('clients');

  /** Saves a kind as observed in a round that began at this time. */
  async function observed(kind: MirrorKind, startedAt: number, changes: Partial<MirrorState> = {}) {
    const { version } = await store.state(kind);
    await store.saveState({
      ...unbegunMirror(kind),
      ...{ version, origin: 'psa', order: 'newest_first' },
      complete: { round: 1, startedAt, endedAt: startedAt, documents: 10, pages: 3, pageRows: 4 },
      ...changes,
    });
  }

  return {
    ...{ clock, store, looks, psa, budget, refresh, clients, observed },
    /** Marks tickets and contacts as just observed, for days to come. */
    async onlyClients(): Promise<void> {
      await observed('tickets', clock.now() + 100 * dayMs);
      await observed('contacts', clock.now() + 100 * dayMs);
    },
    async finish(changes: Partial<RefreshDependencies> = {}): Promise<void> {
      // Without a limit a scan that never ends would hang the test instead of failing it.
      for (let call = 0; (await refresh(changes)) === 0; call += 1) {
        expect(call).toBeLessThan(50);
      }
    },
    knownIds: async (): Promise<readonly number[]> =>
      (
        await store.byIds(
          'clients',
          psa.all().flatMap(({ id }) => [id, id + 1, id - 1]),
        )
      ).map(({ id }) => id),
  };
}

/** A PSA whose session is wrapped. */
function portOf(session: Session): RefreshDependencies['psa'] {
  return { session: () => session };
}

function failing(error: Error): RefreshDependencies['psa'] {
  return portOf({ listPage: async () => Promise.reject(error) });
}

describe('the first scan', () => {
  it('reads one page per call, until every kind is observed', async () => {
    const { refresh, psa, clients } = setUp();
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
    const { finish, clients } = setUp({ order });
    await finish();
    expect((await clients()).order).toBe(recognised);
  });

  it.each([true, false])('finds everyone; the PSA counts: %s', async (counts) => {
    const { finish, knownIds } = setUp({ counts });
    await finish();
    expect(await knownIds()).toHaveLength(10);
  });

  it('continues at the page where the PSA failed', async () => {
    const { refresh, onlyClients, clients, finish, knownIds, psa } = setUp();
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
    const { refresh, onlyClients, clients } = setUp();
    await onlyClients();
    await refresh();
    await Promise.all([refresh(), refresh()]);
    expect((await clients()).scan).toMatchObject({ nextPage: 3, round: 1 });
  });

  it('is repeated if entities left the PSA meanwhile, because others moved to a page already read', async () => {
    const { refresh, finish, onlyClients, psa, clients, knownIds } = setUp();
    await onlyClients();
    await refresh();
    psa.remove(9);
    await finish();
    expect((await clients()).complete).toMatchObject({ round: 2, documents: 9 });
    expect(await knownIds()).toEqual(expect.arrayContaining(psa.all().map(({ id }) => id)));
  });

  it('is repeated once if the PSA counts more than it lists', async () => {
    const { finish, psa, clients } = setUp();
    const countsMore: Session = {
      async listPage<K extends keyof PsaListed>(kind: K, request: { page: number; order: 'newest_first' }) {
        const page = await psa.session.listPage(kind, request);
        return { ...page, total: kind === 'clients' ? 12 : page.total };
      },
    };
    await finish({ psa: portOf(countsMore) });
    expect(await clients()).toMatchObject({ missing: 2, complete: { round: 2, documents: 10 } });
  });
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
    const { refresh, budget, psa, onlyClients, clients, store, clock } = setUp();
    await onlyClients();
    await store.saveState({ ...(await clients()), origin: 'psa', scan: beginScan(round, clock.now()) });
    Object.assign(budget, { usedByMirror: used, bulkWaiting: waiting });
    expect(await refresh({ sparesFirstScan: spares })).toBe(pauseMs);
    expect(psa.requests).toBe(pauseMs === 0 ? 1 : 0);
  });

  it('limits every later round to the share', async () => {
    const { refresh, budget, onlyClients, observed, clock } = setUp();
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
    const { refresh, clock, clients } = setUp();
    const error = new PsaBudgetError(clock.now() + inMs, { callsPerWindow: 500, windowMs: 300_000 });
    expect(await refresh({ psa: failing(error) })).toBe(pauseMs);
    expect((await clients()).scan).toBeNull();
  });
});

describe('when a kind is scanned again', () => {
  it.each([
    { says: 'an ordered list', order: 'newest_first', pages: 3, afterMs: 0.9 * hourMs },
    { says: 'a short list without order', order: 'unknown', pages: 2, afterMs: 60_000 },
    { says: 'a long list without order', order: 'unknown', pages: 3, afterMs: dayMs },
  ] as const)('$says', async ({ order, pages, afterMs }) => {
    const { refresh, onlyClients, observed, clock, psa } = setUp();
    await onlyClients();
    const at = clock.now();
    const complete = { round: 1, startedAt: at, endedAt: at, documents: 10, pages, pageRows: 4 };
    await observed('clients', at, { order, complete });
    clock.pass(afterMs - 1);
    expect([await refresh(), psa.requests]).toEqual([8_000, 0]);
    clock.pass(1);
    expect([await refresh(), psa.requests]).toEqual([0, 1]);
  });

  it('scans what was requested before what is only due', async () => {
    const { refresh, observed, clock, store } = setUp();
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
    const { refresh, onlyClients, observed, clock, clients } = setUp();
    await onlyClients();
    const now = clock.now();
    await observed('clients', now - hourMs, { demandedSince: now, scan: beginScan(7, now + beganMs) });
    await refresh();
    expect((await clients()).scan).toMatchObject({ round, nextPage: 2 });
  });

  it('does not begin a first scan again for a request, which would never end', async () => {
    const { refresh, onlyClients, clients, store, clock } = setUp();
    await onlyClients();
    await refresh();
    await store.saveState({ ...(await clients()), demandedSince: clock.now() + 1 });
    await refresh();
    expect((await clients()).scan).toMatchObject({ round: 1, nextPage: 3 });
  });

  it('removes only what two rounds have missed, and then looks for decisions on it', async () => {
    const { finish, onlyClients, psa, clock, store, looks } = setUp();
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
    const { finish, onlyClients, psa, clock, clients } = setUp();
    await onlyClients();
    await finish();
    psa.add(2);
    clock.pass(hourMs);
    await finish();
    expect(await clients()).toMatchObject({ watermark: 110, complete: { documents: 12 } });
  });
});

describe('the mirror of another PSA', () => {
  it('is dropped with all that was known, but not with what others asked for', async () => {
    const { finish, refresh, clients, store, psa, clock } = setUp();
    await finish();
    await store.saveState({ ...(await clients()), deltaScans: 4, demandedSince: 5, rebuildJobId: 'job' });
    clock.pass(1);
    const before = psa.requests;
    await refresh({
      origin: 'other',
      budget: async () => Promise.resolve({ limit: 1, usedByMirror: 0, bulkWaiting: 1 }),
    });
    expect(psa.requests).toBe(before);
    expect((await store.counts('clients')).documents).toBe(0);
    expect(await clients()).toMatchObject({
      ...{ origin: 'other', complete: null, watermark: 0, order: 'unknown' },
      ...{ deltaScans: 4, demandedSince: 5, rebuildJobId: 'job' },
    });
  });

  it.each(Array.from({ length: 9 }, (_, writes) => writes))(
    'leaves nothing behind if its worker is killed after %i writes to the store',
    async (writes) => {
      const { finish, store, clock, psa, knownIds } = setUp();
      await finish();
      clock.pass(1);
      // Five others take the place of the ten that were known.
      psa.all().forEach(() => {
        psa.remove(0);
      });
      psa.add(5);
      let left = writes;
      const killed = <T extends unknown[], R>(write: (...given: T) => Promise<R>) => {
        return async (...given: T): Promise<R> => {
          left -= 1;
          return left < 0 ? Promise.reject(new Error('killed')) : write(...given);
        };
      };
      const dying = { ...store, saveState: killed(store.saveState), clear: killed(store.clear) };
      await expect(finish({ origin: 'other', store: dying })).rejects.toThrow('killed');
      await finish({ origin: 'other' });
      expect(await knownIds()).toEqual(psa.all().map(({ id }) => id));
      expect((await store.counts('clients')).documents).toBe(5);
    },
  );

  it('has another name, whatever the parts of its address; the name reveals none of them', () => {
    const parts = ['https://psa.example.com', 'tenant'];
    expect(mirrorOrigin(parts)).toBe(mirrorOrigin([...parts]));
    expect(mirrorOrigin(parts)).toMatch(/^[0-9a-f]{16}$/);
    expect(mirrorOrigin(['ab', 'c'])).not.toBe(mirrorOrigin(['a', 'bc']));
  });
});

it('forgets every kind when it is dropped', async () => {
  const { finish, store, clock } = setUp();
  await finish();
  clock.pass(1);
  await dropMirror({ store, clock });
  for (const kind of mirrorKinds) {
    expect(await store.state(kind)).toMatchObject({ origin: 'psa', complete: null, watermark: 0 });
    expect((await store.counts(kind)).documents).toBe(0);
  }
});

describe('a round that somebody waits for', () => {
  const spent = [
    { limit: 500, usedByMirror: 400, bulkWaiting: 0 },
    { limit: 500, usedByMirror: 0, bulkWaiting: 9 },
  ];

  it.each(spent)(
    'is read at once where it is a page or two, whatever else is going on: %j',
    async (budget) => {
      const { refresh, finish, onlyClients, observed, store, clock } = setUp({ pageSize: 10 });
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
    const { refresh, onlyClients, observed, store, clock } = setUp();
    await onlyClients();
    await observed('clients', 1);
    await store.saveState({ ...(await store.state('clients')), demandedSince: clock.now() });
    expect(await refresh({ budget: async () => Promise.resolve(budget) })).toBeGreaterThan(0);
  });
});
