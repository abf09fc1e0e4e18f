import { describe, expect, it } from '@jest/globals';

import { jobOf } from '../lifecycle/testing/records.js';
import { mirrorKinds, unbegunMirror, type MirrorKind, type PsaMirrorStore } from '../ports/psa-mirror.js';
import { createManualClock } from '../testing/manual-clock.js';
import { observationOf } from './mirror-keys.js';
import { beginScan } from './next-scan.js';
import { rebuildMirror } from './rebuild-mirror.js';
import { createMemoryMirror } from './testing/memory-mirror.js';

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
