import { describe, expect, it } from '@jest/globals';

import { PsaUnavailableError } from '../ports/psa-errors.js';
import { createMemoryPsa } from '../testing/memory-psa.js';
import { createListedTickets } from './listed-tickets.js';

const itemsOf = (tickets: readonly (number | readonly [number, number])[] = []) =>
  new Map<number, number | null>(tickets.map((each) => (typeof each === 'number' ? [each, null] : each)));

/** Lists A and B of the PSA, with the import's tickets `planned` by list name. */
function begin(
  planned: Partial<Record<'A' | 'B', readonly (number | readonly [ticketId: number, itemId: number])[]>>,
) {
  const psa = createMemoryPsa();
  const [a, b] = [psa.addList('A'), psa.addList('B')];
  const asked: string[] = [];
  const lists = createListedTickets(
    {
      async listedTickets(jobId) {
        asked.push(jobId);
        return Promise.resolve(
          new Map([
            [a.id, itemsOf(planned.A)],
            [b.id, itemsOf(planned.B)],
          ]),
        );
      },
    },
    'job_import',
  );
  const session = psa.session();
  return { psa, a, b, asked, placesOf: async (ids: readonly number[]) => lists.placesOf(session, ids) };
}

describe("the list items of an import's tickets", () => {
  it('are returned for each list that the import added them to', async () => {
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

  it('exclude lists that others added them to', async () => {
    const { b, placesOf, psa } = begin({ A: [300] });
    b.items.set(4, 300);
    expect((await placesOf([300])).get(300)).toEqual([]);
    expect(psa.calls).toEqual(['listPlaces']);
  });

  it('exclude tickets that were removed, or never added', async () => {
    const { placesOf } = begin({ A: [300] });
    const places = await placesOf([300, 301]);
    expect([places.get(300), places.get(301)]).toEqual([[], undefined]);
  });

  it('take one read of each list, for all batches of a run', async () => {
    const { a, asked, placesOf, psa } = begin({ A: [300, 301], B: [302] });
    a.items.set(1, 300).set(2, 301);
    await placesOf([300]);
    expect((await placesOf([301])).get(301)).toEqual([{ listId: a.id, itemId: 2 }]);
    expect(psa.calls).toEqual(['listPlaces']);
    await placesOf([302]);
    expect(psa.calls).toEqual(['listPlaces', 'listPlaces']);
    expect(asked).toEqual(['job_import']);
  });

  it('are those that the PSA has named, without reading the list', async () => {
    const { a, b, placesOf, psa } = begin({
      A: [
        [300, 7],
        [301, 8],
      ],
      B: [[300, 9], 302],
    });
    expect([...(await placesOf([300, 301]))]).toEqual([
      [
        300,
        [
          { listId: a.id, itemId: 7 },
          { listId: b.id, itemId: 9 },
        ],
      ],
      [301, [{ listId: a.id, itemId: 8 }]],
    ]);
    expect(psa.calls).toEqual([]);
    b.items.set(4, 302).set(9, 300);
    expect((await placesOf([302])).get(302)).toEqual([{ listId: b.id, itemId: 4 }]);
    expect(psa.calls).toEqual(['listPlaces']);
  });

  it('are read again if the read failed', async () => {
    const { a, placesOf, psa } = begin({ A: [300] });
    a.items.set(1, 300);
    psa.faults.plan('listPlaces', 'away');
    await expect(placesOf([300])).rejects.toThrow(PsaUnavailableError);
    expect((await placesOf([300])).get(300)).toEqual([{ listId: a.id, itemId: 1 }]);
  });
});
