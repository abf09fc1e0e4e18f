import { describe, expect, it } from '@jest/globals';

import { StaleClaimError, type ListGroup } from '../ports/import-store.js';
import { createMemoryImportStore } from '../testing/memory-import-store.js';
import { createMemoryPsa, type MemoryPsaOptions } from '../testing/memory-psa.js';
import { addPlannedListItems, listsKey } from './fill-lists.js';

function begin(...planned: readonly Partial<ListGroup>[]) {
  return beginIn({}, ...planned);
}

function beginIn(options: MemoryPsaOptions, ...planned: readonly Partial<ListGroup>[]) {
  const psa = createMemoryPsa(options);
  const store = createMemoryImportStore();
  const list = psa.addList('New Leads');
  planned.forEach((group, index) => {
    const groupId = `lst_${index}`;
    const usual = { jobId: 'job_a1', listId: list.id, ticketIds: [300], ofOptOuts: false } as const;
    store.groups.set(groupId, { ...usual, state: 'planned', ...group, groupId });
  });
  const fill = async (everything = true) =>
    addPlannedListItems({ psa, store }, { jobIds: ['job_a1'], priority: 'bulk', everything });
  const inState = (state: ListGroup['state']) =>
    [...store.groups.values()].filter((group) => group.state === state).flatMap(({ ticketIds }) => ticketIds);
  return { psa, store, list, fill, inState, listed: () => psa.ticketsOn('New Leads') };
}

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

describe('the lists of a job', () => {
  it('get everything that is planned for them, once', async () => {
    const { fill, listed, inState } = begin({ ticketIds: [300, 301] }, { ticketIds: [302] });
    await fill();
    await fill();
    expect(listed()).toEqual([300, 301, 302]);
    expect(inState('added')).toEqual([300, 301, 302]);
  });

  it('get only full requests while more is coming; the rest stays planned', async () => {
    const { fill, listed, inState } = begin({ ticketIds: ids(80) }, { ticketIds: ids(50, 81) });
    await fill(false);
    expect(listed()).toEqual(ids(100));
    expect(inState('planned')).toEqual(ids(30, 101));
    await fill();
    expect(listed()).toEqual(ids(130));
  });

  it('are read before an item is added again that may already be there', async () => {
    const { psa, list, fill, listed } = begin({ ticketIds: [300, 301], state: 'attempted' });
    list.items.set(1, 300);
    await fill();
    expect([listed(), psa.writes]).toEqual([[300, 301], ['addListItems']]);
  });

  it('that the PSA does not show any more are refused, and stop nothing', async () => {
    const { psa, fill, inState } = begin({ ticketIds: [300], state: 'attempted' }, { ticketIds: [301] });
    psa.faults.plan('onList', ...ids(9).map(() => 'refused' as const));
    psa.faults.plan('addListItems', 'response_lost', 'refused', 'refused');
    await fill();
    expect(inState('refused')).toEqual([300, 301]);
  });

  it.each(['response_lost', 'request_lost'] as const)('get an item once although the %s', async (fault) => {
    const { psa, fill, listed, inState } = begin({ ticketIds: [300, 301] });
    psa.faults.plan('addListItems', fault);
    await fill();
    expect([...listed()].sort()).toEqual([300, 301]);
    expect(inState('added')).toEqual([300, 301]);
  });

  it.each([
    ['ok', [true, true]],
    ['response_lost', [false, true]],
    ['request_lost', [true, true]],
    ['refused', [true]],
  ] as const)('name their items, unless only the list shows them: %s', async (fault, areNamed) => {
    const { psa, store, list, fill } = begin({ ticketIds: [300, 301] });
    psa.faults.plan('addListItems', fault);
    await fill();
    const added = [...store.groups.values()].filter(({ state }) => state === 'added');
    const items = added.flatMap(({ ticketIds, itemIds = [] }) =>
      ticketIds.map((ticketId, index) => [ticketId, itemIds[index] ?? null] as const),
    );
    expect(items.map(([, itemId]) => itemId !== null)).toEqual(areNamed);
    items.forEach(([ticketId, itemId]) => {
      expect(itemId === null || list.items.get(itemId) === ticketId).toBe(true);
    });
  });

  it.each([
    ['left to people, so that no undo takes it off', false, 'refused'],
    ['kept for its opt-out on the list of these', true, 'added'],
  ] as const)('have a ticket that was there before %s', async (_, ofOptOuts, state) => {
    const { psa, store } = begin({ ticketIds: [300, 301], ofOptOuts });
    const known = {
      session: (given: Parameters<typeof psa.session>[0]) => ({
        ...psa.session(given),
        addListItems: async () =>
          Promise.resolve([{ ok: true, id: 7, wasThere: true } as const, { ok: true, id: 8 } as const]),
      }),
    };
    const jobIds = ['job_a1'];
    await addPlannedListItems({ psa: known, store }, { jobIds, priority: 'bulk', everything: true });
    const stateOf = (id: number) =>
      [...store.groups.values()].find(({ ticketIds }) => ticketIds.includes(id))?.state;
    expect([stateOf(300), stateOf(301)]).toEqual([state, 'added']);
    expect(store.errorLog).toEqual([]);
  });

  it.each([
    ['contacts leaves them to people: who added them is not known', true, false, [300], [301]],
    ['contacts who have opted out keeps them for their opt-outs', true, true, [], [300, 301]],
    ['tickets takes them for its own', false, false, [], [300, 301]],
  ])(
    'that show a ticket of an attempt that was broken off: a list of %s',
    async (_what, listsHoldContacts, ofOptOuts, left, added) => {
      const attempted = { ticketIds: [300, 301], ofOptOuts, state: 'attempted' } as const;
      const { list, fill, inState, listed } = beginIn({ listsHoldContacts }, attempted);
      list.items.set(1, 300);
      await fill();
      expect([inState('refused'), inState('added'), listed()]).toEqual([left, added, [300, 301]]);
    },
  );

  it('are filled although the PSA fails at another one, and not looked at again', async () => {
    const { psa, list, fill, inState } = begin({ ticketIds: [300] }, { ticketIds: [301], listId: 1 });
    psa.lists.set(1, { id: 1, name: 'Cold', items: new Map() });
    psa.faults.plan('addListItems', 'ok', 'away');
    await expect(fill()).rejects.toThrow('away');
    expect([inState('added'), inState('attempted')]).toEqual([[300], [301]]);
    await fill();
    expect([list.items.size, psa.lists.get(1)?.items.size]).toEqual([1, 1]);
    expect(psa.calls.filter((call) => call === 'onList')).toHaveLength(1);
  });

  it('are not looked at where nothing was sent before', async () => {
    let isFree = false;
    const { psa, fill, inState, listed } = beginIn({ takesSlot: () => isFree }, { ticketIds: [300] });
    await expect(fill()).rejects.toThrow('budget');
    expect(inState('planned')).toEqual([300]);
    isFree = true;
    await fill();
    expect([psa.calls, listed()]).toEqual([['addListItems'], [300]]);
  });

  it('do not take a response without an id for the name of an item', async () => {
    const { psa, store } = begin({ ticketIds: [300] });
    const nameless = {
      session: (given: Parameters<typeof psa.session>[0]) => ({
        ...psa.session(given),
        addListItems: async () => Promise.resolve([{ ok: true, id: 0 } as const]),
      }),
    };
    await addPlannedListItems(
      { psa: nameless, store },
      { jobIds: ['job_a1'], priority: 'bulk', everything: true },
    );
    expect([...store.groups.values()]).toMatchObject([{ state: 'added', itemIds: [null] }]);
  });

  it('that refuse an item get the others, and operators are notified', async () => {
    const { psa, store, fill, listed, inState } = begin({ ticketIds: [300, 301] });
    psa.faults.plan('addListItems', 'refused');
    await fill();
    expect([listed(), inState('refused'), inState('added')]).toEqual([[301], [300], [301]]);
    expect(store.errorLog).toMatchObject([{ level: 'warning', errorCode: 'LIST_REFUSED' }]);
  });

  it('leave items with lost responses to the next attempt', async () => {
    const { psa, fill, inState } = begin({ ticketIds: [300, 301] });
    psa.faults.plan('addListItems', 'request_lost', 'ok', 'request_lost', 'request_lost');
    await fill();
    expect([inState('attempted'), inState('added')]).toEqual([[300], [301]]);
  });

  it('are filled by one process at a time', async () => {
    const { store, fill, listed } = begin({});
    store.holders.set(listsKey('job_a1'), 'another');
    await fill(false);
    await expect(fill()).rejects.toThrow(StaleClaimError);
    expect(listed()).toEqual([]);
  });
});
