import {
  companyKey,
  ticketKey,
  type DedupeKey,
  type DedupeKeyKind,
  type TicketSnapshot,
} from '@leadbridge/domain';
import pMap from 'p-map';

import { PsaRefusedError } from '../ports/psa-errors.js';
import type { PsaClient, PsaList, PsaSession, PsaUser } from '../ports/psa.js';
import { createRoster, type Roster } from './roster.js';

const leadTicketType = 1;
const keyKinds: readonly DedupeKeyKind[] = ['email', 'company-person', 'phone'];
/** Milliseconds; lists are set up once and hardly change. */
const listsTrustedFor = 300_000;
const concurrentReads = 8;

/** What a worker process remembers of the PSA between batches; see `Roster` for what of it is trusted, and how long. */
export interface PsaKnowledge {
  /** Tickets of type Lead, by deduplication key and `ticketIdKey`. */
  readonly tickets: Roster<PsaSession, TicketSnapshot>;
  /** Contacts, by `userEmailKey` and `userIdKey`. */
  readonly users: Roster<PsaSession, PsaUser>;
  /** Clients, by company key. */
  readonly clients: Roster<PsaSession, PsaClient>;
  /** Tickets of type Lead whose contact has this phone; no reading of pages tells that. */
  ticketsByPhone(session: PsaSession, key: DedupeKey): Promise<readonly TicketSnapshot[]>;
  /** The id of the list with this name, or null where the PSA has none. */
  listId(session: PsaSession, name: string): Promise<number | null>;
}

export function userEmailKey(email: string): string {
  return `email:${email}`;
}

export function userIdKey(id: number): string {
  return `id:${id}`;
}

export function ticketIdKey(id: number): string {
  return `id:${id}`;
}

export function createPsaKnowledge(now: () => number): PsaKnowledge {
  let lists: { readonly readAt: number; readonly byName: Promise<ReadonlyMap<string, number>> } | null = null;

  return {
    tickets: createRoster(
      {
        pages: (session: PsaSession) => session.pageTickets({ tickettypeId: leadTicketType }),
        search: async (session, term) =>
          withEmails(session, await session.searchTickets({ search: term, tickettypeId: leadTicketType })),
        id: (ticket) => ticket.id,
        keys: (ticket) => {
          const key = ownKey(ticket);
          return [ticketIdKey(ticket.id), ...(key === null ? [] : [key])];
        },
      },
      now,
    ),

    users: createRoster(
      {
        pages: (session: PsaSession) => session.pageUsers(),
        search: async (session, term) => {
          const id = /^id:(\d+)$/.exec(term)?.[1];
          if (id === undefined) {
            return await session.searchUsers(term);
          }
          const user = await session.getUser(Number(id));
          return user === null ? [] : [user];
        },
        id: (user) => user.id,
        keys: (user) => [userIdKey(user.id), ...(user.email === null ? [] : [userEmailKey(user.email)])],
      },
      now,
    ),

    clients: createRoster(
      {
        pages: (session: PsaSession) => session.pageClients(),
        search: async (session, term) => await session.searchClients(term),
        id: (client) => client.id,
        keys: (client) => [companyKey(client.name)],
      },
      now,
    ),

    async ticketsByPhone(session, { key, searchTerm }) {
      const hits = await session.searchTickets({ search: searchTerm, tickettypeId: leadTicketType });
      const users = await usersOf(session, hits);
      return hits.filter((ticket) => {
        const phone = ticket.userId === null ? null : users.get(ticket.userId)?.phonenumber;
        return ownKey(ticket, phone) === key;
      });
    },

    async listId(session, name) {
      if (lists === null || now() - lists.readAt > listsTrustedFor) {
        lists = { readAt: now(), byName: readLists(session) };
        lists.byName.catch(() => {
          lists = null;
        });
      }
      return (await lists.byName).get(normalName(name)) ?? null;
    },
  };
}

/** A ticket has one key, by the first rule that applies to it, as a lead has: only then are the two the same person. */
function ownKey(ticket: TicketSnapshot, contactPhone?: string | null): string | null {
  return keyKinds.map((kind) => ticketKey(kind, ticket, contactPhone)).find((key) => key !== null) ?? null;
}

/** Tickets that do not tell whose they are get the email of their user. */
async function withEmails(
  session: PsaSession,
  tickets: readonly TicketSnapshot[],
): Promise<readonly TicketSnapshot[]> {
  const users = await usersOf(
    session,
    tickets.filter(({ email }) => email === null),
  );
  return tickets.map((ticket) =>
    ticket.email === null && ticket.userId !== null
      ? { ...ticket, email: users.get(ticket.userId)?.email ?? null }
      : ticket,
  );
}

/** The contacts of tickets, each read once. A loose search may hit many tickets; only those few are asked for. */
async function usersOf(
  session: PsaSession,
  tickets: readonly TicketSnapshot[],
): Promise<ReadonlyMap<number, PsaUser>> {
  const ids = [...new Set(tickets.flatMap(({ userId }) => (userId === null ? [] : [userId])))];
  const users = await pMap(ids, async (id) => session.getUser(id), { concurrency: concurrentReads });
  return new Map(users.flatMap((user) => (user === null ? [] : [[user.id, user]])));
}

/** A PSA without lists is no reason to fail an import; every list is then missing, and said to be. */
async function readLists(session: PsaSession): Promise<ReadonlyMap<string, number>> {
  try {
    return byNormalName(await session.lists());
  } catch (error) {
    if (error instanceof PsaRefusedError) {
      return new Map();
    }
    throw error;
  }
}

function byNormalName(lists: readonly PsaList[]): ReadonlyMap<string, number> {
  return new Map(lists.map(({ id, name }) => [normalName(name), id]));
}

function normalName(name: string): string {
  return name.trim().toLowerCase();
}
