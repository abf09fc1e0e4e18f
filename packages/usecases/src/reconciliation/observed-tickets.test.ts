import { expect, it } from '@jest/globals';

import { knownTicket, observationsOf, rowCases } from '../mirror/testing/row-cases.js';
import { createMemoryMirror } from '../mirror/testing/memory-mirror.js';
import { observeTickets } from './observed-tickets.js';

it('returns for a ticket only what this round has shown, without fields known before', async () => {
  const store = createMemoryMirror();
  const [shown] = rowCases;
  if (shown === undefined) throw new Error('The cases are gone');
  const { known, seen } = observationsOf(shown);
  await store.put('tickets', [known], null);
  await store.put('tickets', [seen], 1);
  const noPages = { async *pageTickets() {} };
  const ticketSince = async (since: number) => {
    const observed = await observeTickets(store, noPages, { since, now: () => 300 });
    return (await observed.byIds([known.id])).get(known.id)?.ticket;
  };
  expect(await ticketSince(known.observedAt)).toMatchObject({ customFields: knownTicket.item.customFields });
  expect(await ticketSince(known.observedAt + 1)).toMatchObject({
    customFields: {},
    lacksCustomFields: true,
    doNotContact: false,
  });
});
