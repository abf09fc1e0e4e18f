import { companyKey, newClient, personName, type Lead } from '@leadbridge/domain';

import type { NewPsaClient, PsaSession } from '../ports/psa.js';

/** The name of the single site created for a new client. */
export const siteName = 'Main';

/** The client to create for a lead if its company has none. */
export function clientOf(lead: Lead): NewPsaClient {
  return newClient(lead) ?? { name: standInName(lead) };
}

/** The company of a lead. Its key is used to store, claim and find it. */
export function companyOfLead(
  lead: Lead,
  session: Pick<PsaSession, 'fit'>,
): { readonly key: string; readonly client: NewPsaClient } {
  const client = clientOf(lead);
  return { key: companyKey(session.fit('client.name', client.name)), client };
}

/**
 * A ticket needs a client: a lead without a company gets one named after its website or email domain, or
 * otherwise after the person.
 */
function standInName(lead: Lead): string {
  return lead.company.website ?? lead.email?.split('@')[1] ?? personName(lead) ?? 'Unknown company';
}
