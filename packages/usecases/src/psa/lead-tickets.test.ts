import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DedupeKey, TicketSnapshot } from '@leadbridge/domain';

import type { PsaPage, PsaUser, TicketQuery, UserQuery } from '../ports/psa.js';
import { createLeadTickets, type LeadTickets, type TicketReads } from './lead-tickets.js';
import { createContactCache, createTicketContacts } from './ticket-contacts.js';

/** A PSA with people and one ticket each, which counts its requests. */
class Psa implements TicketReads {
  readonly users: PsaUser[] = [];
  readonly rows: TicketSnapshot[] = [];
  readonly requests = { users: 0, user: 0, tickets: 0, pages: 0 };
  tells = false;
  /** Whether a search by email considers the contacts of tickets. */
  searchesContacts = true;

  add(id: number, changes: Partial<TicketSnapshot> = {}): void {
    this.users.push(personOf(id));
    this.rows.push({
      id: 1_000 + id,
      tickettypeId: 1,
      statusId: 1,
      summary: 'Call back',
      clientId: 7,
      siteId: null,
      userId: id,
      email: null,
      userName: null,
      clientName: null,
      lastUpdatedBy: null,
      customFields: {},
      lacksEmail: true,
      ...changes,
    });
  }

  shown(ticket: TicketSnapshot): TicketSnapshot {
    const { lacksEmail: _lacksEmail, ...told } = ticket;
    const email = this.users.find(({ id }) => id === ticket.userId)?.email ?? null;
    return this.tells ? { ...told, email } : ticket;
  }

  readonly findsTicketsOfUsers = false;

  async findTickets(query: TicketQuery): Promise<readonly TicketSnapshot[]> {
    this.requests.tickets += 1;
    const found = this.rows.filter((ticket) =>
      query.clientId === undefined
        ? this.searchesContacts && this.#emailOf(ticket).includes(query.email ?? query.person ?? '')
        : ticket.clientId === query.clientId,
    );
    return Promise.resolve(found.map((ticket) => this.shown(ticket)));
  }

  async *pageTickets(): AsyncIterable<PsaPage<TicketSnapshot>> {
    this.requests.pages += 1;
    yield await Promise.resolve(pageOf(this.rows.map((ticket) => this.shown(ticket))));
  }

  async findUsers(query: UserQuery): Promise<readonly PsaUser[]> {
    const search = 'email' in query ? query.email : query.name;
    this.requests.users += 1;
    return Promise.resolve(this.users.filter(({ email }) => email?.includes(search)));
  }

  async *pageUsers(): AsyncIterable<PsaPage<PsaUser>> {
    this.requests.pages += 1;
    yield await Promise.resolve(pageOf(this.users));
  }

  async getUser(wanted: number): Promise<PsaUser | null> {
    this.requests.user += 1;
    return Promise.resolve(this.users.find(({ id }) => id === wanted) ?? null);
  }

  #emailOf({ userId }: TicketSnapshot): string {
    return this.users.find(({ id }) => id === userId)?.email ?? '';
  }
}

function pageOf<T>(items: readonly T[]): PsaPage<T> {
  return { items, rowCount: items.length, total: items.length, isSteady: true };
}

const emailOf = (id: number): string => `person${id}@example.com`;

const personOf = (id: number): PsaUser => ({
  id,
  email: emailOf(id),
  firstName: 'Person',
  lastName: `Number${id}`,
  clientId: 7,
  clientName: 'Example',
  siteId: null,
  phonenumber: null,
  linkedinUrl: null,
});

const keyOf = (id: number): DedupeKey => ({
  kind: 'email',
  key: `email:${emailOf(id)}`,
  searchTerm: emailOf(id),
});

let psa: Psa;
let now: number;
let tickets: LeadTickets;

beforeEach(() => {
  psa = new Psa();
  now = 1_000;
  const users = createContactCache(() => now);
  tickets = createLeadTickets({ users, contacts: createTicketContacts(users, () => now), now: () => now });
});

const fresh = { notBefore: 0, upcoming: 0 };

async function idsOf(ids: readonly number[], options = fresh): Promise<(readonly number[])[]> {
  const found = await tickets.find(psa, ids.map(keyOf), options);
  return ids.map((id) => (found.get(keyOf(id).key) ?? []).map((ticket) => ticket.id));
}

describe('the tickets of a lead', () => {
  it.each([true, false])(
    'are found by search and by reading, whether or not they show their person (%s)',
    async (tells) => {
      psa.tells = tells;
      [1, 2, 3, 4, 5].forEach((id) => {
        psa.add(id);
      });

      expect(await idsOf([2])).toEqual([[1_002]]);
      expect(psa.requests.pages).toBe(0);
      expect(await idsOf([1, 2, 3, 9])).toEqual([[1_001], [1_002], [1_003], []]);
      expect(psa.requests.pages).toBe(tells ? 1 : 2);
    },
  );

  it('take no request for a contact if they show their person', async () => {
    psa.tells = true;
    [1, 2, 3, 4].forEach((id) => {
      psa.add(id);
    });
    await idsOf([1]);
    await idsOf([1, 2, 3, 4]);
    await tickets.ofContacts(psa, { key: keyOf(9), contacts: [personOf(9)], notBefore: 0 });

    expect(psa.requests).toEqual({ users: 0, user: 0, tickets: 2, pages: 1 });
  });

  it('have their contact read once, however they are found', async () => {
    // One person's address is part of the other's, so that a search finds both.
    psa.add(1);
    psa.users.push({ ...personOf(2), email: `other.${emailOf(1)}` });
    psa.rows.push({ ...(psa.rows[0] as TicketSnapshot), id: 2_000, userId: 2 });

    expect(await idsOf([1])).toEqual([[1_001]]);
    expect(await idsOf([1])).toEqual([[1_001]]);
    expect(psa.requests.user).toBe(2);
    // For work accepted since, it is read again.
    expect(await idsOf([1], { ...fresh, notBefore: 1 })).toEqual([[1_001]]);
    expect(psa.requests.user).toBe(4);
    now += 60_000;
    expect(await idsOf([1])).toEqual([[1_001]]);
    expect(psa.requests.user).toBe(6);
  });

  it('are the latest version that this process wrote', async () => {
    [1, 2, 3, 4].forEach((id) => {
      psa.add(id);
    });
    await idsOf([1, 2, 3, 4]);
    const [written] =
      (await tickets.find(psa, [keyOf(2)], { ...fresh, upcoming: 9 })).get(keyOf(2).key) ?? [];
    tickets.add({ ...(written as TicketSnapshot), customFields: { 102: 'Cloud' } });

    const again = await tickets.find(psa, [keyOf(2)], { ...fresh, upcoming: 9 });
    expect(again.get(keyOf(2).key)).toMatchObject([{ id: 1_002, customFields: { 102: 'Cloud' } }]);
  });

  it('are found by their contact even if the search does not consider contacts', async () => {
    psa.searchesContacts = false;
    psa.add(1);
    psa.add(2);

    const found = await tickets.ofContacts(psa, { key: keyOf(1), contacts: [personOf(1)], notBefore: 0 });
    expect(found).toMatchObject([{ id: 1_001, email: emailOf(1) }]);
    expect(psa.requests.tickets).toBe(2);
  });

  it('that were just created are found among those of their client, because a search shows them only later', async () => {
    psa.tells = true;
    psa.add(2);
    await idsOf([2]);
    psa.searchesContacts = false;
    psa.add(1);

    const person = { key: keyOf(1), contacts: [personOf(1)], notBefore: 0 };
    expect(await tickets.ofContacts(psa, person)).toEqual([]);
    expect(await tickets.ofContacts(psa, { ...person, justCreated: true })).toMatchObject([{ id: 1_001 }]);
  });
});
