import { describe, expect, it } from '@jest/globals';

import { PsaUnavailableError } from '../ports/psa-errors.js';
import { createMemoryPsa } from '../testing/memory-psa.js';
import { createListedTickets } from './listed-tickets.js';

/** Lists A and B of the PSA, the import's tickets of which are `planned`, by the name of the list. */
function begin(planned: { readonly A?: readonly number[]; readonly B?: readonly number[] }) {
  const psa = createMemoryPsa();
  const [a, b] = [psa.addList('A'), psa.addList('B')];
  const asked: string[] = [];
  const lists = createListedTickets(
    {
      async listedTickets(jobId) {
        asked.push(jobId);
        return Promise.resolve(
          new Map([
            [a.id, new Set(planned.A)],
            [b.id, new Set(planned.B)],
          ]),
        );
      },
    },
    'job_import',
  );
  const session = psa.session();
  return { psa, a, b, asked, placesOf: async (ids: readonly number[]) => lists.placesOf(session, ids) };
}

describe('where the tickets of an import stand on lists', () => {
  it('is told with each of their items, on each list that the import has put them on', async () => {
    const { a, b, placesOf } = begin({ A: [300, 301], B: [300] });
    a.items.set(1, 300).set(2, 301).set(3, 300);
    b.items.set(4, 300);
    const places = await placesOf([300, 301]);
    expect(places.get(300)).toEqual([
      { listId: a.id, itemId: 1 },
      { listId: a.id, itemId: 3 },
      { listId: b.id, itemId: 4 },
    ]);
    expect(places.get(301)).toEqual([{ listId: a.id, itemId: 2 }]);
  });

  it('leaves out lists that others have put them on', async () => {
    const { b, placesOf, psa } = begin({ A: [300] });
    b.items.set(4, 300);
    expect((await placesOf([300])).get(300)).toEqual([]);
    expect(psa.calls).toEqual(['listPlaces']);
  });

  it('is no place for a ticket that somebody has taken off, or that was on none', async () => {
    const { placesOf } = begin({ A: [300] });
    const places = await placesOf([300, 301]);
    expect([places.get(300), places.get(301)]).toEqual([[], undefined]);
  });

  it('costs one reading of each list, for all batches of a run', async () => {
    const { a, asked, placesOf, psa } = begin({ A: [300, 301], B: [302] });
    a.items.set(1, 300).set(2, 301);
    await placesOf([300]);
    expect((await placesOf([301])).get(301)).toEqual([{ listId: a.id, itemId: 2 }]);
    expect(psa.calls).toEqual(['listPlaces']);
    await placesOf([302]);
    expect(psa.calls).toEqual(['listPlaces', 'listPlaces']);
    expect(asked).toEqual(['job_import']);
  });

  it('is read again where the reading failed', async () => {
    const { a, placesOf, psa } = begin({ A: [300] });
    a.items.set(1, 300);
    psa.faults.plan('listPlaces', 'away');
    await expect(placesOf([300])).rejects.toThrow(PsaUnavailableError);
    expect((await placesOf([300])).get(300)).toEqual([{ listId: a.id, itemId: 1 }]);
  });
});
