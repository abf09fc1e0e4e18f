import { companyKey, listKey } from '@leadbridge/domain';

import { PsaRefusedError } from '../ports/psa-errors.js';
import type { PsaClient, PsaList, PsaSession, PsaUser } from '../ports/psa.js';
import { createKeptFields, type KeptFields } from './kept-fields.js';
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
  readonly fields: KeptFields;
  /** The id of the list with this name; null if the PSA has none. */
  listId(session: PsaSession, name: string): Promise<number | null>;
}

export function createPsaCaches(now: () => number): PsaCaches {
  let lists: { readonly readAt: number; readonly byName: Promise<ReadonlyMap<string, number>> } | null = null;

  const users = createContactCache(now);

  return {
    users,
    fields: createKeptFields(now),
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

    async listId(session, name) {
      if (lists === null || now() - lists.readAt > listsTtlMs) {
        lists = { readAt: now(), byName: readLists(session) };
        lists.byName.catch(() => {
          lists = null;
        });
      }
      return (await lists.byName).get(listKey(name)) ?? null;
    },
  };
}

/** A PSA without lists must not fail an import: every list is then reported as missing. */
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
  return new Map(lists.map(({ id, name }) => [listKey(name), id]));
}
