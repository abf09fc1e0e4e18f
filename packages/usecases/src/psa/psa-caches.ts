import { companyKey, findList } from '@leadbridge/domain';

import type { PsaClient, PsaList, PsaSession, PsaUser } from '../ports/psa.js';
import { createDroppedFields, type DroppedFields } from './dropped-fields.js';
import { knownSetup } from './known-setup.js';
import { createLeadTickets, type LeadTickets } from './lead-tickets.js';
import { createPsaCache, type PsaCache } from './psa-cache.js';
import { createContactCache, createTicketContacts } from './ticket-contacts.js';

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

export function createPsaCaches(now: () => number): PsaCaches {
  const users = createContactCache(now);
  // Every row of an import asks for the same few names.
  const knownLists = knownSetup(
    async (session) => session.lists(),
    (all) => ({ all, found: new Map<string, PsaList | null>() }),
    now,
  );

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
      const { all, found } = await knownLists(session);
      const known = found.get(name);
      const list = known === undefined ? findList(all, name) : known;
      found.set(name, list);
      return list;
    },
  };
}
