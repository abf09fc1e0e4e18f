import { describe, expect, it } from '@jest/globals';
import type { TicketSnapshot } from '@leadbridge/domain';

import type { PsaUser } from '../ports/psa.js';
import { createContactCache, createTicketContacts, userIdKey, type ContactReads } from './ticket-contacts.js';

const personOf = (id: number, email: string | null = `person.${id}@example.com`): PsaUser => ({
  id,
  clientId: 7,
  siteId: null,
  email,
  firstName: 'Person',
  lastName: String(id),
  clientName: null,
  phonenumber: null,
  linkedinUrl: null,
});

const ticketOf = (userId: number | null, changes: Partial<TicketSnapshot> = {}): TicketSnapshot => ({
  id: 1_000,
  tickettypeId: 1,
  statusId: 1,
  summary: 'Call back',
  clientId: 7,
  siteId: null,
  userId,
  email: null,
  userName: null,
  clientName: null,
  lastUpdatedBy: null,
  customFields: {},
  lacksEmail: true,
  ...changes,
});

function world(people: readonly PsaUser[]) {
  let now = 100_000;
  const asked: string[] = [];
  const held = new Map(people.map((person) => [person.id, person]));
  const session: ContactReads = {
    getUser: async (id) => {
      asked.push(`id ${id}`);
      return Promise.resolve(held.get(id) ?? null);
    },
    findUsers: async (query) => {
      asked.push(JSON.stringify(query));
      return Promise.resolve([...held.values()]);
    },
    async *pageUsers() {
      asked.push('pages');
      const items = [...held.values()];
      yield await Promise.resolve({ items, rowCount: items.length, total: items.length, isSteady: true });
    },
  };
  const users = createContactCache(() => now);
  const contacts = createTicketContacts(users, () => now);
  return {
    asked,
    held,
    users,
    session,
    contacts,
    read: async (ids: readonly number[], notBefore = now) => [
      ...(await contacts.read(session, ids, notBefore)).keys(),
    ],
    now: () => now,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('contacts of tickets', () => {
  it('are read once, however many tickets have them', async () => {
    const { read, asked } = world([personOf(1), personOf(2)]);
    expect(await read([1, 1, 1])).toEqual([1]);
    const before = asked.length;
    expect(await read([1])).toEqual([1]);
    expect(asked).toHaveLength(before);
  });

  it('that do not exist are remembered too', async () => {
    const { read, asked } = world([personOf(1)]);
    expect(await read([9])).toEqual([]);
    const before = asked.length;
    expect(await read([9])).toEqual([]);
    expect(asked).toHaveLength(before);
  });

  it('are read again for a decision that needs newer data', async () => {
    const { read, asked, pass, now } = world([personOf(1)]);
    await read([1]);
    pass(1_000);
    const before = asked.length;
    await read([1], now());
    expect(asked.length).toBeGreaterThan(before);
  });

  it('are trusted for one minute, even if older data would do', async () => {
    const { read, asked, pass, now } = world([personOf(1)]);
    const readAt = now();
    await read([1]);
    const before = asked.length;
    pass(59_999);
    await read([1], readAt);
    expect(asked).toHaveLength(before);
    pass(1);
    await read([1], readAt);
    expect(asked.length).toBeGreaterThan(before);
  });

  it('that were read for another purpose are not read again', async () => {
    const { contacts, read, asked, now } = world([personOf(1)]);
    contacts.remember([personOf(1)], now());
    expect(await read([1])).toEqual([1]);
    expect(asked).toEqual([]);
  });
});

describe('a ticket', () => {
  it('gets the email and names of its contact if it has no field for an email', async () => {
    const { contacts, session, now } = world([personOf(1)]);
    const [completed] = await contacts.complete(session, [ticketOf(1)], now());
    expect(completed).toMatchObject({ id: 1_000, email: 'person.1@example.com' });
  });

  it.each([
    ['has a field for an email, even an empty one', ticketOf(1, {}), true],
    ['has no contact', ticketOf(null), false],
    ['has a contact that does not exist', ticketOf(9), false],
  ])('stays as it is if it %s', async (_what, given, showsEmail) => {
    const { contacts, session, now } = world([personOf(1)]);
    const { lacksEmail: _lacks, ...shown } = given;
    const ticket = showsEmail ? shown : given;
    expect(await contacts.complete(session, [ticket], now())).toEqual([ticket]);
  });

  it('costs no request if it needs no contact', async () => {
    const { contacts, session, asked, now } = world([personOf(1)]);
    const { lacksEmail: _lacks, ...shown } = ticketOf(1);
    await contacts.complete(session, [shown, ticketOf(null)], now());
    expect(asked).toEqual([]);
  });
});

describe('the cache of contacts', () => {
  it.each([
    ['by its id', userIdKey(1), 'id 1'],
    ['by an email', 'person.1@example.com', '{"email":"person.1@example.com"}'],
    ['by a name', 'Person 1', '{"name":"Person 1"}'],
  ])('searches for a contact %s', async (_how, term, expected) => {
    const { users, session, asked, now } = world([personOf(1)]);
    await users.find(session, [{ key: term, term }], { notBefore: now(), upcoming: 0 });
    expect(asked).toContain(expected);
  });
});
