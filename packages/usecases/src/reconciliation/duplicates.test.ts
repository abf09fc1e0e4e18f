import { describe, expect, it } from '@jest/globals';
import type { TicketSnapshot } from '@leadbridge/domain';

import { observationOf } from '../mirror/mirror-keys.js';
import { createMemoryMirror } from '../mirror/testing/memory-mirror.js';
import type { PsaUser } from '../ports/psa.js';
import { duplicatesOf } from './duplicates.js';

const at = Date.parse('2026-01-02T03:00:00.000Z');

const rounds = { tickets: { startedAt: at }, contacts: { startedAt: at }, clients: { startedAt: at } };

const ticketOf = (id: number, changes: Partial<TicketSnapshot> = {}): TicketSnapshot => ({
  id,
  tickettypeId: 1,
  statusId: 1,
  summary: 'Sam Sample - Example',
  clientId: 1,
  siteId: 1,
  userId: id,
  email: null,
  lacksEmail: true,
  userName: 'Sam Sample',
  clientName: 'Example',
  lastUpdatedBy: null,
  customFields: {},
  ...changes,
});

const contactOf = (id: number, email: string): PsaUser => ({
  ...{ id, clientId: 1, clientName: 'Example', siteId: 1, email, phonenumber: null },
  ...{ firstName: 'Sam', lastName: 'Sample', linkedinUrl: null },
});

async function mirrorOf(tickets: readonly TicketSnapshot[], contacts: readonly PsaUser[]) {
  const mirror = createMemoryMirror();
  await mirror.put(
    'tickets',
    tickets.map((item) => observationOf('tickets', item, at)),
    null,
  );
  await mirror.put(
    'contacts',
    contacts.map((item) => observationOf('contacts', item, at)),
    null,
  );
  return mirror;
}

const groupsOf = async (
  tickets: readonly TicketSnapshot[],
  contacts: readonly PsaUser[],
): Promise<readonly unknown[]> => {
  const found = await duplicatesOf(await mirrorOf(tickets, contacts), 'tickets', rounds);
  return found.map(({ ticketIds }) => ticketIds);
};

describe('tickets with the same key', () => {
  it('are duplicates if their contacts are one person, but not if two people share a name', async () => {
    const contacts = [
      contactOf(1, 'sam@example.com'),
      contactOf(2, 'other.sam@example.com'),
      contactOf(3, 'sam@example.com'),
    ];
    expect(await groupsOf([ticketOf(1), ticketOf(2), ticketOf(3)], contacts)).toEqual([[1, 3]]);
    expect(await groupsOf([ticketOf(1), ticketOf(2)], contacts)).toEqual([]);
  });

  it('are duplicates if two contacts have one email, and the rows of tickets show neither names nor email', async () => {
    const untold = { userName: null, clientName: null };
    const contacts = [contactOf(1, 'sam@example.com'), contactOf(2, 'sam@example.com')];
    const tickets = [
      ticketOf(1, { ...untold, ownKey: 'lb:1' }),
      ticketOf(2, { ...untold, summary: 'A call' }),
    ];
    expect(await groupsOf(tickets, contacts)).toEqual([[1, 2]]);
    expect(await groupsOf(tickets, [contactOf(1, 'sam@example.com')])).toEqual([]);
  });

  it('are duplicates by company and name if no email is known', async () => {
    expect(await groupsOf([ticketOf(1), ticketOf(2)], [])).toEqual([[1, 2]]);
  });

  it('are duplicates by our own key, and by their contact', async () => {
    const keyed = [ticketOf(1, { ownKey: 'lb:1', userId: null }), ticketOf(2, { ownKey: 'lb:1' })];
    expect(await groupsOf(keyed, [contactOf(2, 'sam@example.com')])).toEqual([[1, 2]]);
    const ofOneContact = [ticketOf(1, { userId: 2 }), ticketOf(2)];
    expect(await groupsOf(ofOneContact, [contactOf(2, 'sam@example.com')])).toEqual([[1, 2]]);
  });
});
