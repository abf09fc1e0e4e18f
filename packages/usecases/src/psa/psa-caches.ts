import { companyKey, findList } from '@leadbridge/domain';

import { PsaRefusedError } from '../ports/psa-errors.js';
import type { PsaClient, PsaList, PsaSession, PsaUser } from '../ports/psa.js';
import { createDroppedFields, type DroppedFields } from './dropped-fields.js';
import { createLeadTickets, type LeadTickets } from './lead-tickets.js';
import { createPsaCache, type PsaCache } from './psa-cache.js';
import { createContactCache, createTicketContacts } from './ticket-contacts.js';

/** Milliseconds; lists are set up once and hardly change. */
const listsTtlMs = 300_000;

/** What a worker process caches of the PSA between batches; see `PsaCache` for how long it is trusted. */
export interface PsaCaches {
  readonly tickets: LeadTickets;
  /** Contacts, by `userIdKey` and by the deduplication key of their email, or otherwise of their names. */
  readonly users: PsaCache<PsaSession, PsaUser>;
  /** Clients, by company key. */
  readonly clients: PsaCache<PsaSession, PsaClient>;
  /** The custom fields that the PSA was seen to store. */
  readonly fields: DroppedFields;
  /** The list with this name, as the PSA writes it; null if the PSA has none. */
  list(session: PsaSession, name: string): Promise<PsaList | null>;
}

interface KnownLists {
  readonly readAt: number;
  readonly all: Promise<readonly PsaList[]>;
  /** By the names that were asked for: every row of an import asks for the same few. */
  readonly found: Map<string, PsaList | null>;
}

export function createPsaCaches(now: () => number): PsaCaches {
  let lists: KnownLists | null = null;

  const users = createContactCache(now);

  return {
    users,
    fields: createDroppedFields(now),
    tickets: createLeadTickets({ users, contacts: createTicketContacts(users, now), now }),

    clients: createPsaCache(
      {
        pages: (session: PsaSession) => session.pageClients(),
        search: async (session, { term }) => await session.searchClients(term),
        id: (client) => client.id,
        keys: (client) => [companyKey(client.name)],
      },
      now,
    ),

    async list(session, name) {
      if (lists === null || now() - lists.readAt > listsTtlMs) {
        lists = { readAt: now(), all: readLists(session), found: new Map() };
        lists.all.catch(() => {
          lists = null;
        });
      }
      const { all, found } = lists;
      const known = found.get(name);
      const list = known === undefined ? findList(await all, name) : known;
      found.set(name, list);
      return list;
    },
  };
}

/** A PSA without lists must not fail an import: every list is then reported as missing. */
async function readLists(session: PsaSession): Promise<readonly PsaList[]> {
  try {
    return await session.lists();
  } catch (error) {
    if (error instanceof PsaRefusedError) {
      return [];
    }
    throw error;
  }
}
