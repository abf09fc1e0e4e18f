import { companyKey, findList } from '@leadbridge/domain';

import type { PsaList, PsaSession } from '../ports/psa.js';
import { createDroppedFields } from './dropped-fields.js';
import { knownSetup } from './known-setup.js';
import { createLeadTickets } from './lead-tickets.js';
import { createPsaCache } from './psa-cache.js';
import { createContactCache, createTicketContacts } from './ticket-contacts.js';

/** What a worker process caches of the PSA between batches; see `PsaCache` for how long it is trusted. */
export type PsaCaches = ReturnType<typeof createPsaCaches>;

export function createPsaCaches(now: () => number) {
  const users = createContactCache(now);
  // Every row of an import asks for the same few names.
  const knownLists = knownSetup(
    async (session) => session.lists(),
    (all) => ({ all, found: new Map<string, PsaList | null>() }),
    now,
  );

  return {
    /** Contacts, by `userIdKey` and by the deduplication key of their email, or otherwise of their names. */
    users,
    /** The custom fields that the PSA was seen to store. */
    fields: createDroppedFields(now),
    tickets: createLeadTickets({ users, contacts: createTicketContacts(users, now), now }),

    /** Clients, by company key. */
    clients: createPsaCache(
      {
        pages: (session: PsaSession) => session.pageClients(),
        search: async (session, { term }) => await session.searchClients(term),
        id: (client) => client.id,
        keys: (client) => [companyKey(client.name)],
      },
      now,
    ),

    /** The list with this name, as the PSA writes it; null if the PSA has none. */
    async list(session: PsaSession, name: string): Promise<PsaList | null> {
      const { all, found } = await knownLists(session);
      const known = found.get(name);
      const list = known === undefined ? findList(all, name) : known;
      found.set(name, list);
      return list;
    },
  };
}
