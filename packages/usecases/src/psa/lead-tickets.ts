import { ownTicketKey, ticketKeys, withContact } from '@leadbridge/domain';
import type { DedupeKey, TicketSnapshot } from '@leadbridge/domain';
import pMap from 'p-map';

import { contactTicketsKey, keysOfTicket } from '../mirror/mirror-keys.js';
import type { PsaSession, PsaUser, TicketQuery } from '../ports/psa.js';
import { ownKeyOf } from './own-key.js';
import { createPsaCache, unproved, type Freshness, type Overview, type PsaCache } from './psa-cache.js';
import type { ContactReads, TicketContacts } from './ticket-contacts.js';

const leadTicketType = 1;
const concurrentSearches = 8;

export type TicketReads = ContactReads &
  Pick<PsaSession, 'findTickets' | 'pageTickets' | 'findsTicketsOfUsers'>;

interface PersonOfTickets {
  readonly key: DedupeKey;
  readonly contacts: readonly ContactOfTickets[];
  readonly tickettypeId?: number;
  readonly notBefore: number;
  /** Created moments ago, which a search shows only later: the contacts' clients are listed too. */
  readonly justCreated?: boolean;
}

/**
 * The tickets of a person, however they are found. Only this module decides to whom a ticket belongs: by the
 * email that it shows for its contact, otherwise by its contact (`TicketContacts`), otherwise by the names
 * that it shows.
 */
export interface LeadTickets {
  /** The tickets of type Lead of each key: from all pages or from searches, whichever takes fewer requests. */
  find(
    session: TicketReads,
    keys: readonly DedupeKey[],
    fresh: Freshness,
  ): Promise<ReadonlyMap<string, readonly TicketSnapshot[]>>;
  /** The tickets of these contacts, whatever address they show; of any type if none is given. */
  ofContacts(session: TicketReads, person: PersonOfTickets): Promise<readonly TicketSnapshot[]>;
  /** The ticket, with its contact's email and names if it lacks them. */
  withContact(session: TicketReads, ticket: TicketSnapshot, notBefore: number): Promise<TicketSnapshot>;
  /** The ticket with this id, if a reading contains it. */
  peek(id: number, notBefore: number): TicketSnapshot | null;
  /** When the current reading began; null if results come from searches. */
  readAt(notBefore: number): number | null;
  /** Updates a reading with what this process wrote. */
  add(ticket: TicketSnapshot): void;
}

export type ContactOfTickets = Pick<
  PsaUser,
  'id' | 'clientId' | 'email' | 'firstName' | 'lastName' | 'clientName'
>;

export interface LeadTicketsDependencies {
  readonly users: PsaCache<ContactReads, PsaUser>;
  readonly contacts: TicketContacts;
  readonly now: () => number;
}

/** Whether this PSA has returned tickets with an email, and tickets without one. */
interface SeenForms {
  telling: boolean;
  silent: boolean;
}

export function createLeadTickets(deps: LeadTicketsDependencies): LeadTickets {
  return new ReadTickets(deps);
}

/** Its functions are its own properties, so that callers can replace single ones in a copy. */
class ReadTickets implements LeadTickets {
  readonly #users: PsaCache<ContactReads, PsaUser>;
  readonly #contacts: TicketContacts;
  readonly #cache: PsaCache<TicketReads, TicketSnapshot>;
  readonly #seen: SeenForms = { telling: false, silent: false };

  constructor({ users, contacts, now }: LeadTicketsDependencies) {
    this.#users = users;
    this.#contacts = contacts;
    this.#cache = createPsaCache(
      {
        pages: (session) => this.#pages(session),
        search: async (session, { key, term }, notBefore) =>
          this.#search(session, { ...queryFor(key, term), tickettypeId: leadTicketType }, notBefore),
        id: ({ id }) => id,
        keys: (ticket) => [idKey(ticket.id), ...keysOfTicket(ticket)],
      },
      now,
    );
  }

  readonly find: LeadTickets['find'] = async (session, keys, fresh) => {
    const [byPhone, others] = [
      keys.filter(({ kind }) => kind === 'phone'),
      keys.filter(({ kind }) => kind !== 'phone'),
    ];
    const found = new Map(others.length === 0 ? [] : await this.#findByKey(session, others, fresh));
    await pMap(
      byPhone,
      async (key) => {
        found.set(key.key, await this.#findByPhone(session, key, fresh.notBefore));
      },
      { concurrency: concurrentSearches },
    );
    return found;
  };

  readonly ofContacts: LeadTickets['ofContacts'] = async (session, person) => {
    const { key, contacts: people, tickettypeId, notBefore, justCreated = false } = person;
    const type = tickettypeId === undefined ? {} : { tickettypeId };
    const query = { ...queryFor(key.key, key.searchTerm), userIds: people.map(({ id }) => id), ...type };
    const found = ticketsOfPerson(await this.#search(session, query, notBefore), key, people);
    const isFoundBySearch = session.findsTicketsOfUsers || (this.#seen.telling && !justCreated);
    if (found.length > 0 || isFoundBySearch) {
      return found;
    }
    // If tickets carry no email, a search for one may not consider their contacts; listing by client always
    // finds them.
    const clientIds = [...new Set(people.flatMap(({ clientId }) => clientId ?? []))];
    const ofClients = await Promise.all(
      clientIds.map(async (clientId) => this.#search(session, { clientId, ...type }, notBefore)),
    );
    return ticketsOfPerson(ofClients.flat(), key, people);
  };

  readonly withContact: LeadTickets['withContact'] = async (session, ticket, notBefore) =>
    (await this.#contacts.complete(session, [ticket], notBefore))[0] ?? ticket;

  readonly peek: LeadTickets['peek'] = (id, notBefore) => this.#cache.peek(idKey(id), notBefore)[0] ?? null;

  readonly readAt: LeadTickets['readAt'] = (notBefore) => this.#cache.readAt(notBefore);

  readonly add: LeadTickets['add'] = (ticket) => {
    this.#cache.add(ticket);
  };

  async *#pages(session: TicketReads): ReturnType<TicketReads['pageTickets']> {
    for await (const page of session.pageTickets({ tickettypeId: leadTicketType })) {
      yield { ...page, items: page.items.map((ticket) => this.#watched(ticket)) };
    }
  }

  #watched(ticket: TicketSnapshot): TicketSnapshot {
    this.#seen.telling ||= ticket.email !== null;
    this.#seen.silent ||= ticket.lacksEmail === true;
    return ticket;
  }

  async #search(
    session: TicketReads,
    query: TicketQuery,
    notBefore: number,
  ): Promise<readonly TicketSnapshot[]> {
    const hits = await session.findTickets(query);
    return await this.#contacts.complete(
      session,
      hits.map((ticket) => this.#watched(ticket)),
      notBefore,
    );
  }

  async #findByKey(
    session: TicketReads,
    keys: readonly DedupeKey[],
    fresh: Freshness,
  ): Promise<ReadonlyMap<string, readonly TicketSnapshot[]>> {
    const held = await this.#cache.overview(session, keys.length + fresh.upcoming, fresh.notBefore);
    const wanted = keys.map(({ key, searchTerm }) => ({ key, aliases: [ownKeyOf(key)], term: searchTerm }));
    if (held === null) {
      return await this.#cache.search(session, wanted, fresh.notBefore);
    }
    const found = await this.#findInReading(session, keys, held, fresh);
    const searched = await this.#cache.search(session, unproved(held, wanted, found), fresh.notBefore);
    return new Map([...found, ...searched]);
  }

  /** In a reading, tickets that do not identify their person are keyed by their contacts. */
  async #findInReading(
    session: TicketReads,
    keys: readonly DedupeKey[],
    held: Overview<TicketSnapshot>,
    fresh: Freshness,
  ): Promise<ReadonlyMap<string, readonly TicketSnapshot[]>> {
    if (!this.#seen.silent) {
      return new Map(
        keys.map(({ key }) => [key, latestOf([...held.of(key), ...held.of(ownKeyOf(key))], held)]),
      );
    }
    const people = await this.#users.find(
      session,
      keys.map(({ key, searchTerm }) => ({ key, term: searchTerm })),
      fresh,
    );
    this.#contacts.remember([...people.values()].flat(), fresh.notBefore);
    const candidates = keys.map(({ key }) => {
      const ids = (people.get(key) ?? []).map(({ id }) => contactTicketsKey(id));
      const found = [key, ownKeyOf(key), ...ids].flatMap((each) => held.of(each));
      return { key, latest: latestOf(found, held) };
    });
    const tickets = await this.#contacts.complete(
      session,
      candidates.flatMap(({ latest }) => latest),
      fresh.notBefore,
    );
    const completed = new Map(tickets.map((ticket) => [ticket.id, ticket]));
    return new Map(
      candidates.map(({ key, latest }) => [
        key,
        latest.map((ticket) => completed.get(ticket.id) ?? ticket).filter((ticket) => isOfKey(ticket, key)),
      ]),
    );
  }

  /** Pages of tickets never include the phone number of the contact. */
  async #findByPhone(
    session: TicketReads,
    { key, searchTerm }: DedupeKey,
    notBefore: number,
  ): Promise<readonly TicketSnapshot[]> {
    const query = { ...queryFor(key, searchTerm), tickettypeId: leadTicketType };
    const hits = await this.#search(session, query, notBefore);
    const nameless = hits.filter(
      (ticket) => isOfKey(ticket, key) || [null, key].includes(ownTicketKey(ticket)),
    );
    const people = await this.#contacts.read(
      session,
      nameless.flatMap(({ userId }) => userId ?? []),
      notBefore,
    );
    return nameless.filter((ticket) => {
      const contact = ticket.userId === null ? undefined : people.get(ticket.userId);
      return isOfKey(ticket, key) || ownTicketKey(ticket, contact?.phonenumber) === key;
    });
  }
}

/** Those of the contacts, completed with their data, and those that match the person by themselves. */
function ticketsOfPerson(
  tickets: readonly TicketSnapshot[],
  { key }: DedupeKey,
  people: readonly ContactOfTickets[],
): readonly TicketSnapshot[] {
  const byId = new Map(people.map((contact) => [contact.id, contact]));
  return tickets.flatMap((ticket) => {
    const contact = ticket.userId === null ? undefined : byId.get(ticket.userId);
    const completed = contact === undefined ? ticket : withContact(ticket, contact);
    return contact !== undefined || isOfKey(ticket, key) ? [completed] : [];
  });
}

/** By the key that we gave it, by what it shows of its person, or by another of their addresses. */
export function isOfKey(ticket: TicketSnapshot, key: string): boolean {
  return ticket.ownKey === ownKeyOf(key) || ticketKeys(ticket).includes(key);
}

/** If a ticket was written after it was read, its id leads to the latest version. */
function latestOf(
  found: readonly TicketSnapshot[],
  held: Overview<TicketSnapshot>,
): readonly TicketSnapshot[] {
  return [...new Set(found.map(({ id }) => id))].flatMap((id) => held.of(idKey(id)));
}

function queryFor(key: string, searchTerm: string): TicketQuery {
  const ownKey = ownKeyOf(key);
  if (key.startsWith('email:')) {
    return { email: searchTerm, key: ownKey };
  }
  return key.startsWith('phone:') ? { phone: searchTerm, key: ownKey } : { person: searchTerm, key: ownKey };
}

function idKey(id: number): string {
  return `id:${id}`;
}
