import { describe, expect, it } from '@jest/globals';

import { mirrorKinds, type PsaMirrorStore } from '../ports/psa-mirror.js';
import { dropKind, dropMirror, mirrorOrigin } from './drop-mirror.js';
import { setUpRefresh } from './testing/refresh-world.js';

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
