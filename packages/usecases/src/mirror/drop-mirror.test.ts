import { describe, expect, it } from '@jest/globals';

import { mirrorKinds, unbegunMirror, type PsaMirrorStore, type MirrorKind } from '../ports/psa-mirror.js';
import { dropKind, dropMirror, mirrorOrigin, rebuildMirror } from './drop-mirror.js';
import { setUpRefresh } from './testing/refresh-world.js';
import { jobOf } from '../lifecycle/testing/records.js';
import { createManualClock } from '../testing/manual-clock.js';
import { observationOf } from './mirror-keys.js';
import { beginScan } from './next-scan.js';
import { createMemoryMirror } from './testing/memory-mirror.js';

describe('the mirror of another PSA', () => {
  it('is dropped with all that was known, but not with what others asked for', async () => {
    const { finish, refresh, clients, store, psa, clock } = setUpRefresh();
    await finish();
    clock.pass(1);
    await store.saveState({ ...(await clients()), deltaScans: 4, demandedSince: 5, rebuildJobId: 'job' });
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

  it.each(Array.from({ length: 13 }, (_, writes) => writes))(
    'leaves nothing behind if its worker is killed after %i writes to the store',
    async (writes) => {
      const { finish, store, clock, psa, knownIds } = setUpRefresh();
      await finish();
      clock.pass(1);
      // Five others take the place of the ten that were known.
      psa.all().forEach(() => {
        psa.remove(0);
      });
      psa.add(5);
      let left = writes;
      const unlessKilled = async <R>(write: () => Promise<R>): Promise<R> => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('killed')) : write();
      };
      const dying: PsaMirrorStore = {
        ...store,
        saveState: async (next) => unlessKilled(async () => store.saveState(next)),
        savePage: async (...page) => unlessKilled(async () => store.savePage(...page)),
        clear: async (...bounds) => unlessKilled(async () => store.clear(...bounds)),
      };
      await expect(finish({ origin: 'other', store: dying })).rejects.toThrow('killed');
      await finish({ origin: 'other' });
      expect(await knownIds()).toEqual(psa.all().map(({ id }) => id));
      expect((await store.counts('clients')).documents).toBe(5);
      expect(await store.state('clients')).toMatchObject({ missing: 0, complete: { round: 1 } });
    },
  );

  it('is scanned by nobody until it is removed', async () => {
    const { finish, refresh, clients, store, psa, clock } = setUpRefresh();
    await finish();
    const before = psa.requests;
    const slow: PsaMirrorStore = {
      ...store,
      async clear(...bounds) {
        await refresh();
        await store.clear(...bounds);
      },
    };
    clock.pass(1);
    expect(await dropKind({ store: slow, clock }, await clients(), {})).toBe(true);
    expect(psa.requests).toBe(before);
    await finish();
    expect(await clients()).toMatchObject({ complete: { round: 1, documents: 10 } });
  });

  it('has another name, whatever the parts of its address; the name reveals none of them', () => {
    const parts = ['https://psa.example.com', 'tenant'];
    expect(mirrorOrigin(parts)).toBe(mirrorOrigin([...parts]));
    expect(mirrorOrigin(parts)).toMatch(/^[0-9a-f]{16}$/);
    expect(mirrorOrigin(['ab', 'c'])).not.toBe(mirrorOrigin(['a', 'bc']));
  });
});

it('forgets every kind when it is dropped', async () => {
  const { finish, store, clock } = setUpRefresh();
  await finish();
  clock.pass(1);
  await dropMirror({ store, clock });
  for (const kind of mirrorKinds) {
    expect(await store.state(kind)).toMatchObject({ origin: 'psa', complete: null, watermark: 0 });
    expect((await store.counts(kind)).documents).toBe(0);
  }
});

const round = { round: 4, startedAt: 10, endedAt: 20, documents: 1, pages: 1, pageRows: 50 };
const client = observationOf('clients', { id: 1, name: 'Example Ltd' }, 10);

/** Ends the backfill of these kinds, as the regular refresh does. */
async function complete(store: PsaMirrorStore, kinds: readonly MirrorKind[] = mirrorKinds): Promise<void> {
  for (const kind of kinds) {
    expect(await store.saveState({ ...(await store.state(kind)), complete: round })).toBe(true);
  }
}

async function setUp() {
  const store = createMemoryMirror();
  for (const kind of mirrorKinds) {
    await store.saveState({ ...unbegunMirror(kind), origin: 'psa', watermark: 9 });
  }
  await complete(store);
  await store.put('clients', [client]);
  const clock = createManualClock();
  const run = async (mirrorStore = store, jobId = 'job_1') =>
    rebuildMirror({ mirrorStore, clock }, jobOf('mirror_rebuild', {}, jobId));
  const clients = async (): Promise<number> => (await store.counts('clients')).documents;
  return { store, clock, run, clients };
}

describe('a rebuild of the mirror', () => {
  it('drops what is known, and waits until all kinds are complete again', async () => {
    const { store, clock, run, clients } = await setUp();
    const waiting = { kind: 'waiting', continueAt: clock.now() + 1_000 };
    expect(await run()).toEqual(waiting);
    expect(await clients()).toBe(0);
    expect(await store.states()).toMatchObject(
      mirrorKinds.map((kind) => ({
        kind,
        origin: 'psa',
        complete: null,
        watermark: 0,
        rebuildJobId: 'job_1',
      })),
    );

    await complete(store, ['tickets', 'contacts']);
    expect(await run()).toEqual(waiting);

    await store.put('clients', [client]);
    await complete(store, ['clients']);
    expect(await run()).toEqual({
      kind: 'done',
      result: { success: true, documents: { tickets: 0, contacts: 0, clients: 1 } },
    });
  });

  it('ends with the number that is missing if two scans of the PSA lack the same', async () => {
    const { store, run } = await setUp();
    await run();
    await complete(store, ['tickets', 'clients']);
    const short = { ...(await store.state('contacts')), missing: 4_249 };
    await store.saveState({ ...short, scan: beginScan(2, 10) });
    expect(await run()).toMatchObject({ kind: 'waiting' });
    await store.saveState({ ...short, version: short.version + 1, scan: beginScan(3, 10) });
    expect(await run()).toMatchObject({
      kind: 'refused',
      error: { code: 'EXTERNAL_API_ERROR', message: expect.stringContaining('4249 contacts') },
    });
  });

  it('drops nothing that was read since, however often it is repeated', async () => {
    const { store, run, clients } = await setUp();
    await run();
    await store.put('clients', [client]);
    await run();
    expect(await clients()).toBe(1);
  });

  it('drops what is left if a worker was killed after it had forgotten the state', async () => {
    const { store, run, clients } = await setUp();
    const killed: PsaMirrorStore = { ...store, clear: async () => Promise.reject(new Error('killed')) };
    await expect(run(killed)).rejects.toThrow('killed');
    expect([await clients(), (await store.state('tickets')).complete]).toEqual([1, null]);
    await run();
    expect(await clients()).toBe(0);
  });

  it('drops everything again for another request', async () => {
    const { store, run, clients } = await setUp();
    await run();
    await store.put('clients', [client]);
    await run(store, 'job_2');
    expect(await clients()).toBe(0);
  });

  it('drops nothing of a kind whose state has changed in the meantime, and continues with it in the next run', async () => {
    const { store, run, clients } = await setUp();
    const raced: PsaMirrorStore = {
      ...store,
      saveState: async (next) => (next.kind === 'clients' ? false : store.saveState(next)),
    };
    expect(await run(raced)).toMatchObject({ kind: 'waiting' });
    expect([await clients(), (await store.state('clients')).rebuildJobId]).toEqual([1, null]);
    await run();
    expect([await clients(), (await store.state('clients')).rebuildJobId]).toEqual([0, 'job_1']);
  });
});
