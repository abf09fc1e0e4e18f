import { companyKey, newClient, standInCompanyName, type Lead } from '@leadbridge/domain';

import type { NewPsaClient, PsaSession } from '../ports/psa.js';

/** The name of the single site created for a new client. */
export const siteName = 'Main';

/** The client to create for a lead if its company has none. */
export function clientOf(lead: Lead): NewPsaClient {
  return newClient(lead) ?? { name: standInCompanyName(lead) };
}

/** The company of a lead. Its key is used to store, claim and find it. */
export function companyOfLead(
  lead: Lead,
  session: Pick<PsaSession, 'fit'>,
): { readonly key: string; readonly client: NewPsaClient } {
  const client = clientOf(lead);
  return { key: companyKey(session.fit('client.name', client.name)), client };
}
