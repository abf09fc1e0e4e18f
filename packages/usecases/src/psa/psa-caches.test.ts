import { describe, expect, it } from '@jest/globals';

import { PsaRefusedError, PsaUnavailableError } from '../ports/psa-errors.js';
import type { PsaList, PsaSession } from '../ports/psa.js';
import { createPsaCaches } from './psa-caches.js';

function psaWith(first: readonly PsaList[] | Error) {
  let now = 1_000;
  let response = first;
  let reads = 0;
  const session: Partial<PsaSession> = {
    lists: async () => {
      reads += 1;
      return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
    },
  };
  const caches = createPsaCaches(() => now);
  return {
    idOf: async (name: string) => (await caches.list(session as PsaSession, name))?.id ?? null,
    reads: () => reads,
    respondWith: (next: readonly PsaList[] | Error) => {
      response = next;
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const lists = [
  { id: 3, name: 'Cold ' },
  { id: 5, name: 'Do Not Contact' },
];

describe('the id of a list', () => {
  it('is found by its name, in any case, with one request for all', async () => {
    const psa = psaWith(lists);
    expect(await Promise.all(['cold', 'DO NOT CONTACT', ' Cold'].map(psa.idOf))).toEqual([3, 5, 3]);
    expect(psa.reads()).toBe(1);
  });

  it('is that of the exact name where others differ in case alone, in whatever order the PSA shows them', async () => {
    const variants = [
      { id: 7, name: 'COLD' },
      { id: 3, name: 'Cold' },
      { id: 9, name: 'cold' },
    ];
    for (const shown of [variants, variants.toReversed(), variants.toSorted((a, b) => a.id - b.id)]) {
      const psa = psaWith(shown);
      expect(await Promise.all(['Cold', 'COLD', 'cold', 'cOLD'].map(psa.idOf))).toEqual([3, 7, 9, 3]);
    }
  });

  it('is null for a list that the PSA lacks', async () => {
    expect(await psaWith(lists).idOf('Warm')).toBeNull();
  });

  it('is read again after five minutes, so that a new list is found', async () => {
    const psa = psaWith(lists);
    await psa.idOf('Warm');
    psa.respondWith([...lists, { id: 8, name: 'Warm' }]);
    psa.pass(300_000);
    expect(await psa.idOf('Warm')).toBeNull();
    psa.pass(1);
    expect(await psa.idOf('Warm')).toBe(8);
    expect(psa.reads()).toBe(2);
  });

  it('is null for every list of a PSA that refuses to show its lists', async () => {
    const psa = psaWith(new PsaRefusedError('No such resource', 404));
    expect(await psa.idOf('Cold')).toBeNull();
  });

  it('is asked for again at once if the PSA was unavailable', async () => {
    const psa = psaWith(new PsaUnavailableError('No response'));
    await expect(psa.idOf('Cold')).rejects.toThrow('No response');
    psa.respondWith(lists);
    expect(await psa.idOf('Cold')).toBe(3);
  });
});
