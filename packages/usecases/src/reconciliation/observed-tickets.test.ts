import type { TicketSnapshot } from '@leadbridge/domain';
import { describe, expect, it } from '@jest/globals';

import { leadTicket } from '../import/testing/import-rows.js';
import { observationOf } from '../mirror/mirror-keys.js';
import { knownTicket, observationsOf, rowCases } from '../mirror/testing/row-cases.js';
import { createMemoryMirror } from '../mirror/testing/memory-mirror.js';
import { observeTickets, type ObservedTickets } from './observed-tickets.js';

const since = 1_000;

/** A PSA with these pages of prospects; the clock moves on by ten with each page. */
function psaWith(...pages: readonly (readonly number[])[]) {
  const clock = { at: 2_000 };
  const asked: unknown[] = [];
  return {
    asked,
    now: () => clock.at,
    session: {
      async *pageTickets(query: unknown) {
        asked.push(query);
        for (const ids of pages) {
          const items = ids.map((id) => leadTicket({ id, tickettypeId: 2 }));
          clock.at += 10;
          yield { items, rowCount: items.length, total: null, isSteady: true };
        }
      },
    },
  };
}

async function mirrorOf(...leads: readonly { readonly id: number; readonly observedAt: number }[]) {
  const mirror = createMemoryMirror();
  const observations = leads.map(({ id, observedAt }) =>
    observationOf('tickets', leadTicket({ id }), observedAt),
  );
  await mirror.put('tickets', observations);
  return mirror;
}

async function pagesOf(observed: ObservedTickets): Promise<readonly (readonly [number, number])[]> {
  const found: [number, number][] = [];
  for await (const page of observed.pages()) {
    found.push(...page.map(({ ticket, observedAt }) => [ticket.id, observedAt] as [number, number]));
  }
  return found;
}

async function observe(
  mirror: ReturnType<typeof createMemoryMirror>,
  ...pages: readonly (readonly number[])[]
): Promise<ObservedTickets> {
  const psa = psaWith(...pages);
  return await observeTickets(mirror, psa.session, { since, now: psa.now });
}

describe('the tickets of a round', () => {
  it('are the leads of the mirror and the prospects of the PSA', async () => {
    const observed = await observe(await mirrorOf({ id: 1, observedAt: since }), [7, 8], [9]);
    expect(await pagesOf(observed)).toEqual([
      [1, since],
      [7, 2_000],
      [8, 2_000],
      [9, 2_010],
    ]);
  });

  it('do not include those last seen before it, which no longer exist', async () => {
    const observed = await observe(
      await mirrorOf({ id: 1, observedAt: since - 1 }, { id: 2, observedAt: since }),
    );
    expect(await pagesOf(observed)).toEqual([[2, since]]);
    expect([...(await observed.byIds([1, 2])).keys()]).toEqual([2]);
  });

  it('exist, but are not compared, if they are known to have changed', async () => {
    const mirror = await mirrorOf({ id: 1, observedAt: since });
    await mirror.outdate('tickets', [1]);
    const observed = await observe(mirror);
    expect(await pagesOf(observed)).toEqual([]);
    expect((await observed.byIds([1])).get(1)).toMatchObject({ observedAt: 0 });
  });

  it('count once: a lead that became a prospect is the prospect', async () => {
    const observed = await observe(await mirrorOf({ id: 1, observedAt: since }), [1]);
    expect(await pagesOf(observed)).toEqual([[1, 2_000]]);
    expect((await observed.byIds([1])).get(1)?.ticket.tickettypeId).toBe(2);
  });

  it('are found by their ids, without the unknown ones', async () => {
    const observed = await observe(await mirrorOf({ id: 1, observedAt: since }), [7]);
    expect([...(await observed.byIds([7, 5, 1])).keys()].sort()).toEqual([1, 7]);
    expect((await observed.byIds([])).size).toBe(0);
  });

  it('read the prospects once, however often they are asked for', async () => {
    const psa = psaWith([7]);
    const observed = await observeTickets(await mirrorOf(), psa.session, { since, now: psa.now });
    await pagesOf(observed);
    await observed.byIds([7]);
    expect([await pagesOf(observed), psa.asked]).toEqual([[[7, 2_000]], [{ tickettypeId: 2 }]]);
  });
});

it('returns for a ticket only what this round has shown, without fields known before', async () => {
  const store = createMemoryMirror();
  const [shown] = rowCases;
  if (shown === undefined) throw new Error('The cases are gone');
  const { known, seen } = observationsOf(shown);
  await store.put('tickets', [known]);
  await store.put('tickets', [seen]);
  const noPages = { async *pageTickets() {} };
  const ticketSince = async (start: number): Promise<TicketSnapshot | undefined> => {
    const observed = await observeTickets(store, noPages, { since: start, now: () => 300 });
    return (await observed.byIds([known.id])).get(known.id)?.ticket;
  };
  expect(await ticketSince(known.observedAt)).toMatchObject({ customFields: knownTicket.item.customFields });
  expect(await ticketSince(known.observedAt + 1)).toMatchObject({
    customFields: {},
    lacksCustomFields: true,
    doNotContact: false,
  });
});
