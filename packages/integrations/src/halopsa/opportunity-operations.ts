import { createOne } from '../psa/entity.js';
import type { PsaOperations } from '../psa/psa-dialect.js';
import type { HaloAccess } from './halo-access.js';
import { readHaloOpportunity, readHaloUser } from './read-halo.js';
import { oldestFirst, opportunities, users } from './requests.js';

export function opportunityOperations({ io, write, ready, readOne, post }: HaloAccess) {
  /** The site is always sent with the contact; without it the PSA uses a default site. */
  async function siteOfUser(userId: number | null): Promise<number | null> {
    const user = userId === null ? null : await readOne(users, userId, (row) => readHaloUser(row, null));
    return user?.siteId ?? null;
  }

  return {
    async searchOpportunities(search) {
      const map = await ready();
      const listing = { ...opportunities, query: { search, domain: 'opps', ...oldestFirst } };
      return await io.all(listing, (row) => readHaloOpportunity(row, map));
    },

    async getOpportunity(id) {
      const map = await ready();
      return await readOne(opportunities, id, (row) => readHaloOpportunity(row, map));
    },

    async createOpportunity(opportunity) {
      const map = await ready();
      const siteId = await siteOfUser(opportunity.user_id);
      return await createOne(io, opportunities, write.opportunity(opportunity, map, siteId));
    },

    async updateOpportunity(id, changes) {
      const body = write.opportunityChanges(changes, await ready());
      if (Object.keys(body).length > 0) {
        await post(opportunities, id, body);
      }
    },
  } satisfies Partial<PsaOperations>;
}
