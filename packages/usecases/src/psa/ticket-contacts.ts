import { contactKeys, withContact, type TicketSnapshot } from '@leadbridge/domain';

import type { PsaSession, PsaUser } from '../ports/psa.js';
import { createPsaCache, type PsaCache } from './psa-cache.js';

/** Milliseconds; a contact that was read by itself is trusted no longer than a reading of all. */
const trustedMs = 60_000;
/** More than a bulk import meets in a minute; it must not fill the memory. */
const maxContacts = 20_000;

/** What of the PSA contacts are read by. */
export type ContactReads = Pick<PsaSession, 'findUsers' | 'pageUsers' | 'getUser'>;

interface ReadContact {
  readonly user: PsaUser | null;
  /** Unix milliseconds: it was read then or later. */
  readonly readSince: number;
  readonly forgetAt: number;
}

/** The contacts behind tickets that do not tell whose they are: each is read once, however many tickets and searches name it. */
export interface TicketContacts {
  /**
   * Those of the contacts that the PSA has, by id.
   *
   * @param notBefore Unix milliseconds: what is answered must have been read then or later
   */
  read(
    session: ContactReads,
    userIds: readonly number[],
    notBefore: number,
  ): Promise<ReadonlyMap<number, PsaUser>>;
  /** Contacts that were just read for something else. */
  remember(users: readonly PsaUser[], notBefore: number): void;
  /** Completes the tickets that have no place for an email with that of their contact, and its names. */
  complete(
    session: ContactReads,
    tickets: readonly TicketSnapshot[],
    notBefore: number,
  ): Promise<readonly TicketSnapshot[]>;
}

export function userIdKey(id: number): string {
  return `id:${id}`;
}

/** Contacts, by `userIdKey` and by the deduplication key that their tickets have. */
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
  return new CachedContacts(users, now);
}

class CachedContacts implements TicketContacts {
  readonly #users: PsaCache<ContactReads, PsaUser>;
  readonly #now: () => number;
  readonly #known = new Map<number, ReadContact>();

  constructor(users: PsaCache<ContactReads, PsaUser>, now: () => number) {
    this.#users = users;
    this.#now = now;
  }

  async read(
    session: ContactReads,
    userIds: readonly number[],
    notBefore: number,
  ): Promise<ReadonlyMap<number, PsaUser>> {
    const ids = [...new Set(userIds)];
    const contacts = this.#trusted(ids, notBefore);
    const missing = ids.filter((id) => !contacts.has(id));
    const found = await this.#users.find(
      session,
      missing.map((id) => ({ key: userIdKey(id), term: userIdKey(id) })),
      { notBefore, upcoming: 0 },
    );
    for (const id of missing) {
      const user = found.get(userIdKey(id))?.[0] ?? null;
      this.#add(id, user, notBefore);
      contacts.set(id, user);
    }
    return new Map([...contacts].flatMap(([id, user]) => (user === null ? [] : [[id, user]])));
  }

  remember(users: readonly PsaUser[], notBefore: number): void {
    users.forEach((user) => {
      this.#add(user.id, user, notBefore);
    });
  }

  async complete(
    session: ContactReads,
    tickets: readonly TicketSnapshot[],
    notBefore: number,
  ): Promise<readonly TicketSnapshot[]> {
    const silent = tickets.flatMap(({ lacksEmail, userId }) =>
      lacksEmail === true && userId !== null ? [userId] : [],
    );
    const contacts = await this.read(session, silent, notBefore);
    return tickets.map((ticket) => {
      const contact = ticket.userId === null ? undefined : contacts.get(ticket.userId);
      return ticket.lacksEmail === true && contact !== undefined ? withContact(ticket, contact) : ticket;
    });
  }

  #add(id: number, user: PsaUser | null, notBefore: number): void {
    if (this.#known.size >= maxContacts) {
      this.#known.clear();
    }
    this.#known.set(id, { user, readSince: notBefore, forgetAt: this.#now() + trustedMs });
  }

  /** Those of which what we know is young enough; null for one that the PSA does not have. */
  #trusted(ids: readonly number[], notBefore: number): Map<number, PsaUser | null> {
    const young = new Map<number, PsaUser | null>();
    for (const id of ids) {
      const contact = this.#known.get(id);
      if (contact !== undefined && contact.readSince >= notBefore && this.#now() < contact.forgetAt) {
        young.set(id, contact.user);
      }
    }
    return young;
  }
}
