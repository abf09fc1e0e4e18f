import { emailKey, ownTicketKey, withContact, type DedupeKey, type TicketSnapshot } from '@leadbridge/domain';
import pMap from 'p-map';

import type { PsaSession, PsaUser, TicketQuery } from '../ports/psa.js';
import { ownKeyOf } from './own-key.js';
import { createPsaCache, type Overview, type PsaCache } from './psa-cache.js';
import type { ContactReads, TicketContacts } from './ticket-contacts.js';

const leadTicketType = 1;
const concurrentSearches = 8;

/** What of the PSA tickets and their contacts are read by. */
export type TicketReads = ContactReads &
  Pick<PsaSession, 'findTickets' | 'pageTickets' | 'findsTicketsOfUsers'>;

interface Freshness {
  /** Unix milliseconds: what is answered must have been read then or later. */
  readonly notBefore: number;
  /** How many more leads will be asked for soon. */
  readonly upcoming: number;
}

interface PersonOfTickets {
  readonly key: DedupeKey;
  readonly contacts: readonly ContactOfTickets[];
  readonly tickettypeId?: number;
  readonly notBefore: number;
  /** A ticket may have been created moments ago, which a search shows late: the tickets of the contacts' clients are listed as well. */
  readonly justCreated?: boolean;
}

/**
 * The tickets of a person, whichever way they are come by. Whose a ticket is, is decided here alone: by the email that it gives for its
 * contact, else by its contact (`TicketContacts`), else by the names that it gives.
 */
export interface LeadTickets {
  /** The tickets of type Lead of each key, read through or searched for, whichever costs fewer requests. */
  find(
    session: TicketReads,
    keys: readonly DedupeKey[],
    fresh: Freshness,
  ): Promise<ReadonlyMap<string, readonly TicketSnapshot[]>>;
  /**
   * The tickets of a person who is known to be one of these contacts, as the PSA finds them at this moment; of any type where none is
   * given. Those of another address count as well, as they stand with the contact.
   */
  ofContacts(session: TicketReads, person: PersonOfTickets): Promise<readonly TicketSnapshot[]>;
  /** The ticket with the email and the names of its contact, where it does not tell them itself. */
  withContact(session: TicketReads, ticket: TicketSnapshot, notBefore: number): Promise<TicketSnapshot>;
  /** The ticket with this id, where a reading holds it. */
  peek(id: number, notBefore: number): TicketSnapshot | null;
  /** When the reading began that answers; null where searches do. */
  readAt(notBefore: number): number | null;
  /** Keeps a reading true about what this process wrote. */
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

/** Whether this PSA has been seen to give an email with a ticket, and to give none. */
interface SeenForms {
  telling: boolean;
  silent: boolean;
}

export function createLeadTickets(deps: LeadTicketsDependencies): LeadTickets {
  const tickets = new ReadTickets(deps);
  // A record of functions, of which others put some of their own in the place.
  return {
    find: async (session, keys, fresh) => tickets.find(session, keys, fresh),
    ofContacts: async (session, person) => tickets.ofContacts(session, person),
    withContact: async (session, ticket, notBefore) => tickets.withContact(session, ticket, notBefore),
    peek: (id, notBefore) => tickets.peek(id, notBefore),
    readAt: (notBefore) => tickets.readAt(notBefore),
    add: (ticket) => {
      tickets.add(ticket);
    },
  };
}

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
        keys: keysOf,
      },
      now,
    );
  }

  async find(
    session: TicketReads,
    keys: readonly DedupeKey[],
    fresh: Freshness,
  ): Promise<ReadonlyMap<string, readonly TicketSnapshot[]>> {
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
  }

  async ofContacts(
    session: TicketReads,
    { key, contacts: people, tickettypeId, notBefore, justCreated = false }: PersonOfTickets,
  ): Promise<readonly TicketSnapshot[]> {
    const type = tickettypeId === undefined ? {} : { tickettypeId };
    const query = { ...queryFor(key.key, key.searchTerm), userIds: people.map(({ id }) => id), ...type };
    const found = ticketsOfPerson(await this.#search(session, query, notBefore), key, people);
    const isFoundBySearch = session.findsTicketsOfUsers || (this.#seen.telling && !justCreated);
    if (found.length > 0 || isFoundBySearch) {
      return found;
    }
    // Where tickets hold no email, the search for one may not look at their contacts; those of a client are found in any case.
    const clientIds = [...new Set(people.flatMap(({ clientId }) => clientId ?? []))];
    const ofClients = await Promise.all(
      clientIds.map(async (clientId) => this.#search(session, { clientId, ...type }, notBefore)),
    );
    return ticketsOfPerson(ofClients.flat(), key, people);
  }

  async withContact(
    session: TicketReads,
    ticket: TicketSnapshot,
    notBefore: number,
  ): Promise<TicketSnapshot> {
    const [completed] = await this.#contacts.complete(session, [ticket], notBefore);
    return completed ?? ticket;
  }

  peek(id: number, notBefore: number): TicketSnapshot | null {
    return this.#cache.peek(idKey(id), notBefore)[0] ?? null;
  }

  readAt(notBefore: number): number | null {
    return this.#cache.readAt(notBefore);
  }

  add(ticket: TicketSnapshot): void {
    this.#cache.add(ticket);
  }

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
    return held === null
      ? await this.#cache.search(session, wanted, fresh.notBefore)
      : await this.#findInReading(session, keys, held, fresh);
  }

  /** Tickets that do not tell whose they are stand in a reading under their contacts. */
  async #findInReading(
    session: TicketReads,
    keys: readonly DedupeKey[],
    held: Overview<TicketSnapshot>,
    fresh: Freshness,
  ): Promise<ReadonlyMap<string, readonly TicketSnapshot[]>> {
    if (!this.#seen.silent) {
      return new Map(keys.map(({ key }) => [key, latestOf([...held(key), ...held(ownKeyOf(key))], held)]));
    }
    const people = await this.#users.find(
      session,
      keys.map(({ key, searchTerm }) => ({ key, term: searchTerm })),
      fresh,
    );
    this.#contacts.remember([...people.values()].flat(), fresh.notBefore);
    const candidates = keys.map(({ key }) => {
      const ids = (people.get(key) ?? []).map(({ id }) => contactTicketsKey(id));
      const found = [key, ownKeyOf(key), ...ids].flatMap((each) => held(each));
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

  /** No reading of pages tells the phone of a ticket's contact. */
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

/** By what a reading holds a ticket: its id, its own keys, and its contact where it does not tell whose it is. */
function keysOf(ticket: TicketSnapshot): readonly string[] {
  const key = ownTicketKey(ticket);
  const isSilent = ticket.lacksEmail === true && ticket.userId !== null;
  return [
    idKey(ticket.id),
    ...(key === null ? [] : [key]),
    ...(ticket.ownKey === undefined ? [] : [ticket.ownKey]),
    ...(ticket.otherEmails ?? []).map(emailKey),
    ...(isSilent ? [contactTicketsKey(ticket.userId)] : []),
  ];
}

/** Those with one of the contacts, completed by it, and those that are the person's by themselves. */
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

/** Whether a ticket is that of a key: by what it was given by us, by what it tells of its person, or by another address of theirs. */
export function isOfKey(ticket: TicketSnapshot, key: string): boolean {
  return (
    ticket.ownKey === ownKeyOf(key) ||
    ownTicketKey(ticket) === key ||
    (ticket.otherEmails ?? []).some((email) => emailKey(email) === key)
  );
}

/** Of a ticket that was written since it was read the id leads to the latest. */
function latestOf(
  found: readonly TicketSnapshot[],
  held: Overview<TicketSnapshot>,
): readonly TicketSnapshot[] {
  return [...new Set(found.map(({ id }) => id))].flatMap((id) => held(idKey(id)));
}

/** Which tickets a deduplication key asks for. */
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

function contactTicketsKey(userId: number | null): string {
  return `contact:${userId ?? ''}`;
}
