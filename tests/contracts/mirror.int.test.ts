import { describe, expect, it } from '@jest/globals';
import { createPsaMirrorStore } from '@leadbridge/store';
import type { Observation, PsaClient, PsaMirrorStore } from '@leadbridge/usecases';

import { createMemoryMirror } from '../../packages/usecases/src/mirror/testing/memory-mirror.js';
import { twins } from '../support/twins.js';

describe.each(twins(createMemoryMirror, createPsaMirrorStore))(
  'the contract of the mirror, $name',
  ({ open }) => {
    const client = (id: number, name: string, observedAt = 10): Observation<PsaClient> => ({
      ...{ id, keys: [name.toLowerCase()], item: { id, name }, observedAt },
    });
    const idsOf = (found: readonly { readonly id: number }[]) => found.map(({ id }) => id).sort();
    async function emptied(): Promise<PsaMirrorStore> {
      const mirror = open();
      await mirror.clear('clients', Date.now());
      return mirror;
    }

    it('finds what has one of the keys, or one of the ids, and counts between ids', async () => {
      const mirror = await emptied();
      await mirror.put('clients', [client(3, 'C'), client(1, 'A'), client(2, 'B')]);
      expect(idsOf(await mirror.find('clients', ['c', 'x', 'a']))).toEqual([1, 3]);
      expect(idsOf(await mirror.byIds('clients', [2, 9]))).toEqual([2]);
      expect(await mirror.countBetween('clients', 1, 3)).toBe(1);
      expect(await mirror.find('contacts', ['c'])).toEqual([]);
    });

    it('keeps the observation that was requested last', async () => {
      const mirror = await emptied();
      await mirror.put('clients', [client(1, 'Later', 20)]);
      await mirror.put('clients', [client(1, 'Earlier', 10)]);
      expect(await mirror.byIds('clients', [1])).toEqual([client(1, 'Later', 20)]);
      await mirror.put('clients', [client(1, 'Latest', 30)]);
      expect(await mirror.byIds('clients', [1])).toEqual([client(1, 'Latest', 30)]);
      expect(await mirror.find('clients', ['later'])).toEqual([]);
    });

    it('says how many a round has not seen before, and removes what no round sees any more', async () => {
      const mirror = await emptied();
      const savePage = async (page: readonly Observation<PsaClient>[], round: number): Promise<void> => {
        const state = { ...(await mirror.state('clients')), kind: 'clients' } as const;
        expect(await mirror.savePage(state, page, round)).toBe(true);
        expect(await mirror.savePage(state, [client(9, 'Late')], round)).toBe(false);
      };
      await savePage([client(1, 'A'), client(2, 'B')], 1);
      expect(await mirror.countUnseen('clients', [1, 2, 2, 3, 9], 1)).toBe(2);
      expect(await mirror.countUnseen('clients', [1, 2], 2)).toBe(2);
      await savePage([client(2, 'B', 12), client(3, 'C', 12)], 2);
      expect(await mirror.removeUnseen('clients', 2, 0)).toBe(1);
      expect(idsOf(await mirror.byIds('clients', [1, 2, 3]))).toEqual([2, 3]);
    });

    it('marks as changed what is outdated, singly and above an id', async () => {
      const mirror = await emptied();
      await mirror.put('clients', [client(1, 'A'), client(2, 'B'), client(3, 'C')]);
      await mirror.outdate('clients', [1, 9]);
      await mirror.outdateAbove('clients', 2, 11);
      const observed = (await mirror.byIds('clients', [1, 2, 3])).map(({ id, observedAt }) => [
        id,
        observedAt,
      ]);
      expect(new Map(observed as [number, number][])).toEqual(
        new Map([
          [1, 0],
          [2, 10],
          [3, 0],
        ]),
      );
    });

    it('tells which keys several documents share, also by what has changed since', async () => {
      const mirror = await emptied();
      await mirror.put('clients', [client(1, 'A', 5), client(2, 'a', 20), client(3, 'B', 20)]);
      expect(await mirror.sharedKeys('clients', 10)).toEqual([]);
      await mirror.outdate('clients', [1]);
      const [shared, ...others] = await mirror.sharedKeys('clients', 10);
      expect([shared?.key, [...(shared?.ids ?? [])].sort(), others]).toEqual(['a', [1, 2], []]);
    });

    it('removes what it is told to', async () => {
      const mirror = await emptied();
      await mirror.put('clients', [client(1, 'A'), client(2, 'B')]);
      await mirror.remove('clients', [1]);
      expect(idsOf(await mirror.byIds('clients', [1, 2]))).toEqual([2]);
      expect(await mirror.counts('clients')).toMatchObject({ documents: 1 });
    });

    it('takes one of two changes of a state that was read once', async () => {
      const mirror = await emptied();
      const state = await mirror.state('clients');
      expect(await mirror.saveState({ ...state, watermark: 7 })).toBe(true);
      expect(await mirror.saveState({ ...state, watermark: 9 })).toBe(false);
      expect(await mirror.state('clients')).toMatchObject({ watermark: 7, version: state.version + 1 });
      expect(await mirror.states()).toHaveLength(3);
    });
  },
);
