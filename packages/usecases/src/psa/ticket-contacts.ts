import { completedTicket, contactKeys, silentContact, type TicketSnapshot } from '@leadbridge/domain';

import type { PsaSession, PsaUser } from '../ports/psa.js';
import { createPsaCache, type PsaCache } from './psa-cache.js';

/** Milliseconds; a contact that was read individually is trusted no longer than a reading of all. */
const trustedMs = 60_000;
/** More than a bulk import encounters in a minute; limits the memory used. */
const maxContacts = 20_000;

export type ContactReads = Pick<PsaSession, 'findUsers' | 'pageUsers' | 'getUser'>;

interface ReadContact {
  readonly user: PsaUser | null;
  /** Unix milliseconds: it was read then or later. */
  readonly readSince: number;
  readonly forgetAt: number;
}

/** Contacts of tickets that do not identify their person: each is read once. */
export interface TicketContacts {
  /**
   * Returns the contacts that exist in the PSA, by id.
   *
   * @param notBefore Unix milliseconds: results must have been read then or later
   */
  read(
    session: ContactReads,
    userIds: readonly number[],
    notBefore: number,
  ): Promise<ReadonlyMap<number, PsaUser>>;
  /** Stores contacts that were just read for another purpose. */
  remember(users: readonly PsaUser[], notBefore: number): void;
  /** Adds the contact's email and names to tickets that have no field for an email. */
  complete(
    session: ContactReads,
    tickets: readonly TicketSnapshot[],
    notBefore: number,
  ): Promise<readonly TicketSnapshot[]>;
}

export function userIdKey(id: number): string {
  return `id:${id}`;
}

/** Contacts, by `userIdKey` and by the deduplication key of their tickets. */
export function createContactCache(now: () => number): PsaCache<ContactReads, PsaUser> {
  return createPsaCache(
    {
      pages: (session) => session.pageUsers(),
      search: async (session, { term }) => {
        const id = /^id:(\d+)$/.exec(term)?.[1];
        if (id === undefined) {
          return await session.findUsers(term.includes('@') ? { email: term } : { name: term });
        }
        const user = await session.getUser(Number(id));
        return user === null ? [] : [user];
      },
      id: (user) => user.id,
      keys: (user) => [userIdKey(user.id), ...contactKeys(user)],
    },
    now,
  );
}

export function createTicketContacts(
  users: PsaCache<ContactReads, PsaUser>,
  now: () => number,
): TicketContacts {
  const known = new Map<number, ReadContact>();

  function add(id: number, user: PsaUser | null, notBefore: number): void {
    if (known.size >= maxContacts) {
      known.clear();
    }
    known.set(id, { user, readSince: notBefore, forgetAt: now() + trustedMs });
  }

  /** The contacts with recent enough data; null for one that does not exist in the PSA. */
  function trusted(ids: readonly number[], notBefore: number): Map<number, PsaUser | null> {
    const young = new Map<number, PsaUser | null>();
    for (const id of ids) {
      const contact = known.get(id);
      if (contact !== undefined && contact.readSince >= notBefore && now() < contact.forgetAt) {
        young.set(id, contact.user);
      }
    }
    return young;
  }

  const read: TicketContacts['read'] = async (session, userIds, notBefore) => {
    const ids = [...new Set(userIds)];
    const contacts = trusted(ids, notBefore);
    const missing = ids.filter((id) => !contacts.has(id));
    const found = await users.find(
      session,
      missing.map((id) => ({ key: userIdKey(id), term: userIdKey(id) })),
      { notBefore, upcoming: 0 },
    );
    for (const id of missing) {
      const user = found.get(userIdKey(id))?.[0] ?? null;
      add(id, user, notBefore);
      contacts.set(id, user);
    }
    return new Map([...contacts].flatMap(([id, user]) => (user === null ? [] : [[id, user]])));
  };

  return {
    read,

    remember(contacts, notBefore) {
      contacts.forEach((user) => {
        add(user.id, user, notBefore);
      });
    },

    async complete(session, tickets, notBefore) {
      const silent = tickets.flatMap((ticket) => silentContact(ticket) ?? []);
      const contacts = await read(session, silent, notBefore);
      return tickets.map((ticket) => completedTicket(ticket, contacts));
    },
  };
}
