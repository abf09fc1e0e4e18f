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
  );
  await mirror.put(
    'contacts',
    contacts.map((item) => observationOf('contacts', item, at)),
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

describe('findings of duplicates', () => {
  const found = async (tickets: readonly TicketSnapshot[], contacts: readonly PsaUser[] = []) =>
    duplicatesOf(await mirrorOf(tickets, contacts), 'tickets', rounds);

  it('name the oldest and the data of each, without personal data', async () => {
    const customFields = { 102: 'Cloud', 104: '', 105: false, 106: null };
    const [finding] = await found([ticketOf(9, { statusId: 2, customFields }), ticketOf(4)]);
    expect(finding).toEqual({
      kind: 'duplicate_ticket',
      subject: 'tickets:4',
      psaTicketId: 4,
      leadId: null,
      details: {
        oldest_id: 4,
        entries: [
          { id: 4, psa_status_id: 1, psa_client_id: 1, psa_user_id: 4, fields: [] },
          { id: 9, psa_status_id: 2, psa_client_id: 1, psa_user_id: 9, fields: ['CF_102', 'CF_105'] },
        ],
      },
      remedies: [],
      ticketIds: [4, 9],
    });
    expect(JSON.stringify(finding)).not.toMatch(/Sam|Example/u);
  });

  it('join groups that share a member, in any order', async () => {
    const own = (id: number, ownKey: string) => ticketOf(id, { ownKey, userName: null, summary: 'A call' });
    const tickets = [own(1, 'lb:1'), own(2, 'lb:1'), own(3, 'lb:2'), own(4, 'lb:2')];
    const contacts = [contactOf(2, 'sam@example.com'), contactOf(3, 'sam@example.com')];
    expect((await found(tickets, contacts)).map(({ ticketIds }) => ticketIds)).toEqual([[1, 2, 3, 4]]);
    expect((await found(tickets.toReversed(), contacts)).map(({ ticketIds }) => ticketIds)).toEqual([
      [1, 2, 3, 4],
    ]);
  });

  it('do not include what was last seen before the round', async () => {
    const mirror = createMemoryMirror();
    await mirror.put('tickets', [observationOf('tickets', ticketOf(1), at - 1)]);
    await mirror.put('tickets', [observationOf('tickets', ticketOf(2), at)]);
    expect(await duplicatesOf(mirror, 'tickets', rounds)).toEqual([]);
  });

  it('are none without tickets, and for one', async () => {
    expect(await found([])).toEqual([]);
    expect(await found([ticketOf(1)])).toEqual([]);
  });
});

describe('contacts and clients', () => {
  it('with one email are duplicates, but not those with one name', async () => {
    const contacts = [contactOf(5, 'sam@example.com'), contactOf(3, 'sam@example.com'), contactOf(4, '')];
    const unnamed = [...contacts, contactOf(6, '')];
    const findings = await duplicatesOf(await mirrorOf([], unnamed), 'contacts', rounds);
    expect(findings).toMatchObject([
      {
        kind: 'duplicate_contact',
        subject: 'contacts:3',
        psaTicketId: null,
        details: {
          oldest_id: 3,
          entries: [
            { id: 3, psa_client_id: 1 },
            { id: 5, psa_client_id: 1 },
          ],
        },
        ticketIds: [],
      },
    ]);
  });

  it('of one company are duplicate clients', async () => {
    const mirror = createMemoryMirror();
    const names = ['Example Inc.', 'EXAMPLE', 'Other', ''];
    const clients = names.map((name, index) => ({ id: index + 1, name }));
    await mirror.put(
      'clients',
      clients.map((item) => observationOf('clients', item, at)),
    );
    expect(await duplicatesOf(mirror, 'clients', rounds)).toMatchObject([
      { kind: 'duplicate_client', subject: 'clients:1', details: { entries: [{ id: 1 }, { id: 2 }] } },
    ]);
  });
});
