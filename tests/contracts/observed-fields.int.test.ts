import { describe, expect, it } from '@jest/globals';
import type { TicketSnapshot } from '@leadbridge/domain';
import { createPsaMirrorStore } from '@leadbridge/store';
import type { Observation } from '@leadbridge/usecases';

import { createMemoryMirror } from '../../packages/usecases/src/mirror/testing/memory-mirror.js';
import { withObservedFields } from '../../packages/usecases/src/mirror/testing/observed-fields.js';
import { twins } from '../support/twins.js';

describe.each(twins(createMemoryMirror, createPsaMirrorStore))('the mirror of tickets, $name', ({ open }) => {
  it('keeps the custom fields of a ticket that a list returns without them, by the same rule', async () => {
    const mirror = open();
    const pairs = ticketPairs();
    await mirror.put(
      'tickets',
      pairs.map(({ known }) => known),
    );
    await mirror.put(
      'tickets',
      pairs.map(({ seen }) => seen),
    );
    const merged = pairs.map(({ known, seen }) => withObservedFields(known, seen));
    const kept = merged.filter(({ item }) => item.lacksCustomFields !== true).length;
    expect([kept > 0, kept < pairs.length]).toEqual([true, true]);
    const stored = await mirror.byIds(
      'tickets',
      pairs.map(({ known }) => known.id),
    );
    expect([...stored].sort((a, b) => a.id - b.id)).toEqual(merged);
    // An older observation changes nothing; a ticket that was read individually changes everything.
    const [first] = pairs;
    if (first === undefined) throw new Error('There are no pairs');
    await mirror.put('tickets', [{ ...first.seen, observedAt: 150 }]);
    expect(await mirror.byIds('tickets', [first.known.id])).toEqual(merged.slice(0, 1));
    await mirror.put('tickets', [{ ...first.known, observedAt: 300 }]);
    expect(await mirror.byIds('tickets', [first.known.id])).toEqual([{ ...first.known, observedAt: 300 }]);
  });
});

/** Known tickets and later list rows of them: identical, and with one or two differences. */
function ticketPairs(): {
  readonly known: Observation<TicketSnapshot>;
  readonly seen: Observation<TicketSnapshot>;
}[] {
  const stamp = { changedAt: '2026-01-01T10:00:00', actedAt: '2026-01-01T10:00:00' };
  const known: TicketSnapshot = {
    ...{ id: 0, tickettypeId: 1, statusId: 1, summary: 'Ada', clientId: 3, siteId: 4, userId: 5 },
    ...{ email: 'ada@example.com', userName: 'Ada Example', clientName: 'Example', lastUpdatedBy: 9 },
    ...{ customFields: { 102: 'Cloud', 105: false, 112: null }, ownKey: 'lb:own', details: 'Details', stamp },
  };
  const { details: _details, ownKey: _key, stamp: _stamp, ...bare } = known;
  const row: TicketSnapshot = {
    ...{ ...bare, email: null, userName: null, lastUpdatedBy: null, customFields: {} },
    ...{ lacksCustomFields: true, lacksEmail: true },
  };
  const knowns: TicketSnapshot[] = [
    known,
    bare,
    { ...bare, stamp },
    { ...bare, ownKey: 'lb:own', userId: null, lastUpdatedBy: null },
    { ...known, customFields: { 105: true } },
    { ...known, lacksCustomFields: true },
  ];
  const rows: TicketSnapshot[] = [
    { ...row, stamp, ownKey: 'lb:own', doNotContact: false },
    { ...row, stamp: { changedAt: '2026-01-01T10:00:01', actedAt: null }, ownKey: 'lb:own' },
    { ...row, stamp },
    { ...row, ownKey: 'lb:own', userId: null },
    { ...row, ownKey: 'lb:own', lastUpdatedBy: 10 },
    { ...row, ownKey: 'lb:own', lastUpdatedBy: 9, doNotContact: true },
    { ...row, ownKey: 'lb:other', stamp },
    { ...row, ownKey: 'lb:own', statusId: 2 },
    row,
    { ...known, statusId: 2 },
  ];
  return knowns.flatMap((before, index) =>
    rows.flatMap((after, place) =>
      [100, 0].map((observedAt, turn) => {
        const id = index * 100 + place * 10 + turn + 1;
        return {
          known: { id, keys: ['email:ada@example.com'], item: { ...before, id }, observedAt },
          seen: { id, keys: ['contact:5'], item: { ...after, id }, observedAt: 200 },
        };
      }),
    ),
  );
}
