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
  ofContacts(
    session: TicketReads,
    person: {
      readonly key: DedupeKey;
      readonly contacts: readonly ContactOfTickets[];
      readonly tickettypeId?: number;
      readonly notBefore: number;
      /** A ticket may have been created moments ago, which a search shows late: the tickets of the contacts' clients are listed as well. */
      readonly justCreated?: boolean;
    },
  ): Promise<readonly TicketSnapshot[]>;
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

export function createLeadTickets({ users, contacts, now }: LeadTicketsDependencies): LeadTickets {
  /** Whether this PSA has been seen to give an email with a ticket, and to give none. */
  const seen = { telling: false, silent: false };

  const cache = createPsaCache<TicketReads, TicketSnapshot>(
    {
      async *pages(session) {
        for await (const page of session.pageTickets({ tickettypeId: leadTicketType })) {
          yield { ...page, items: page.items.map(watched) };
        }
      },
      search: async (session, { key, term }, notBefore) =>
        findTickets(session, { ...queryFor(key, term), tickettypeId: leadTicketType }, notBefore),
      id: ({ id }) => id,
      keys: (ticket) => {
        const key = ownTicketKey(ticket);
        const isSilent = ticket.lacksEmail === true && ticket.userId !== null;
        return [
          idKey(ticket.id),
          ...(key === null ? [] : [key]),
          ...(ticket.ownKey === undefined ? [] : [ticket.ownKey]),
          ...(ticket.otherEmails ?? []).map(emailKey),
          ...(isSilent ? [contactTicketsKey(ticket.userId)] : []),
        ];
      },
    },
    now,
  );

  function watched(ticket: TicketSnapshot): TicketSnapshot {
    seen.telling ||= ticket.email !== null;
    seen.silent ||= ticket.lacksEmail === true;
    return ticket;
  }

  async function findTickets(
    session: TicketReads,
    query: TicketQuery,
    notBefore: number,
  ): Promise<readonly TicketSnapshot[]> {
    const hits = await session.findTickets(query);
    return await contacts.complete(session, hits.map(watched), notBefore);
  }

  /** Tickets that do not tell whose they are stand in a reading under their contacts. */
  async function findInReading(
    session: TicketReads,
    keys: readonly DedupeKey[],
    held: Overview<TicketSnapshot>,
    fresh: Freshness,
  ): Promise<ReadonlyMap<string, readonly TicketSnapshot[]>> {
    if (!seen.silent) {
      return new Map(keys.map(({ key }) => [key, latestOf([...held(key), ...held(ownKeyOf(key))], held)]));
    }
    const people = await users.find(
      session,
      keys.map(({ key, searchTerm }) => ({ key, term: searchTerm })),
      fresh,
    );
    contacts.remember([...people.values()].flat(), fresh.notBefore);
    const candidates = keys.map(({ key }) => {
      const ids = (people.get(key) ?? []).map(({ id }) => contactTicketsKey(id));
      const found = [key, ownKeyOf(key), ...ids].flatMap((each) => held(each));
      return { key, latest: latestOf(found, held) };
    });
    const tickets = await contacts.complete(
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
  async function findByPhone(
    session: TicketReads,
    { key, searchTerm }: DedupeKey,
    notBefore: number,
  ): Promise<readonly TicketSnapshot[]> {
    const query = { ...queryFor(key, searchTerm), tickettypeId: leadTicketType };
    const hits = await findTickets(session, query, notBefore);
    const nameless = hits.filter(
      (ticket) => isOfKey(ticket, key) || [null, key].includes(ownTicketKey(ticket)),
    );
    const people = await contacts.read(
      session,
      nameless.flatMap(({ userId }) => userId ?? []),
      notBefore,
    );
    return nameless.filter((ticket) => {
      const contact = ticket.userId === null ? undefined : people.get(ticket.userId);
      return isOfKey(ticket, key) || ownTicketKey(ticket, contact?.phonenumber) === key;
    });
  }

  return {
    async find(session, keys, fresh) {
      const [byPhone, others] = [
        keys.filter(({ kind }) => kind === 'phone'),
        keys.filter(({ kind }) => kind !== 'phone'),
      ];
      const found = new Map<string, readonly TicketSnapshot[]>();
      if (others.length > 0) {
        const held = await cache.overview(session, others.length + fresh.upcoming, fresh.notBefore);
        const wanted = others.map(({ key, searchTerm }) => ({
          key,
          aliases: [ownKeyOf(key)],
          term: searchTerm,
        }));
        const answers =
          held === null
            ? await cache.search(session, wanted, fresh.notBefore)
            : await findInReading(session, others, held, fresh);
        answers.forEach((tickets, key) => found.set(key, tickets));
      }
      await pMap(
        byPhone,
        async (key) => {
          found.set(key.key, await findByPhone(session, key, fresh.notBefore));
        },
        { concurrency: concurrentSearches },
      );
      return found;
    },

    async ofContacts(session, { key, contacts: people, tickettypeId, notBefore, justCreated = false }) {
      const byId = new Map(people.map((contact) => [contact.id, contact]));
      const contactOf = ({ userId }: TicketSnapshot) => (userId === null ? undefined : byId.get(userId));
      const ofPerson = (tickets: readonly TicketSnapshot[]): readonly TicketSnapshot[] =>
        tickets.flatMap((ticket) => {
          const contact = contactOf(ticket);
          const completed = contact === undefined ? ticket : withContact(ticket, contact);
          return contact !== undefined || isOfKey(ticket, key.key) ? [completed] : [];
        });
      const type = tickettypeId === undefined ? {} : { tickettypeId };
      const query = { ...queryFor(key.key, key.searchTerm), userIds: people.map(({ id }) => id), ...type };
      const found = ofPerson(await findTickets(session, query, notBefore));
      const isFoundBySearch = session.findsTicketsOfUsers || (seen.telling && !justCreated);
      if (found.length > 0 || isFoundBySearch) {
        return found;
      }
      // Where tickets hold no email, the search for one may not look at their contacts; those of a client are found in any case.
      const clientIds = [...new Set(people.flatMap(({ clientId }) => clientId ?? []))];
      const ofClients = await Promise.all(
        clientIds.map(async (clientId) => findTickets(session, { clientId, ...type }, notBefore)),
      );
      return ofPerson(ofClients.flat());
    },

    async withContact(session, ticket, notBefore) {
      const [completed] = await contacts.complete(session, [ticket], notBefore);
      return completed ?? ticket;
    },

    peek: (id, notBefore) => cache.peek(idKey(id), notBefore)[0] ?? null,
    readAt: (notBefore) => cache.readAt(notBefore),
    add: (ticket) => {
      cache.add(ticket);
    },
  };
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
