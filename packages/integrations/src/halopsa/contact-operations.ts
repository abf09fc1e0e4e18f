import type { NewPsaSite, WriteResult } from '@leadbridge/usecases';

import { createOne } from '../psa/entity.js';
import type { PsaOperations } from '../psa/psa-dialect.js';
import type { JsonRecord } from '../psa/read-json.js';
import { readSite } from '../psa/read-entities.js';
import type { HaloAccess } from './halo-access.js';
import type { HaloUserField } from './halo-settings.js';
import { siteOf } from './read-created.js';
import { readHaloClient, readHaloUser } from './read-halo.js';
import { clients, newestFirst, ofAnyState, sites, users } from './requests.js';

/** Contacts, their companies, and their sites. */
export function contactOperations({ io, write, readOne, post }: HaloAccess, linkedinField: HaloUserField) {
  const readUserRow = (row: JsonRecord) => readHaloUser(row, linkedinField);

  const sitesOfClient: PsaOperations['sitesOfClient'] = async (clientId) => {
    const listing = { ...sites, query: { client_id: clientId } };
    const found = await io.all(listing, (row) => readSite(row, clientId));
    return found.filter((site) => site.clientId === clientId);
  };

  /** Most clients are created with a site; one is created only if the client has none. */
  async function createSite(site: NewPsaSite): Promise<WriteResult> {
    const ids = (await sitesOfClient(site.client_id)).map(({ id }) => id);
    return ids.length > 0
      ? { ok: true, id: Math.min(...ids) }
      : await createOne(io, sites, write.site({ ...site }));
  }

  return {
    findUsers: async (query) =>
      io.all(
        { ...users, query: { search: 'email' in query ? query.email : query.name, ...ofAnyState } },
        readUserRow,
      ),
    pageUsers: () => io.pages({ ...users, query: { ...newestFirst, ...ofAnyState } }, readUserRow),
    getUser: async (id) => readOne(users, id, readUserRow),
    createUsers: async (items) =>
      io.createEach(
        users,
        items.map((item) => write.user(item)),
      ),
    async updateUser(id, changes) {
      const body = write.userChanges(changes);
      if (Object.keys(body).length > 0) {
        await post(users, id, body);
      }
    },

    searchClients: async (search) => io.all({ ...clients, query: { search } }, readHaloClient),
    pageClients: () => io.pages({ ...clients, query: newestFirst }, readHaloClient),
    createClients: async (items) =>
      io.createEach(
        { ...clients, readMore: siteOf, foreseen: (nextId) => ({ siteId: nextId() }) },
        items.map((item) => write.client(item)),
      ),

    sitesOfClient,
    async createSites(items) {
      const results: WriteResult[] = [];
      for (const item of items) {
        results.push(await createSite(item));
      }
      return results;
    },
  } satisfies Partial<PsaOperations>;
}
