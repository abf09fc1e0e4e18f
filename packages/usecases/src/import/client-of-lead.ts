import { companyKey, newClient, personName, type Lead } from '@leadbridge/domain';

import type { NewPsaClient, PsaSession } from '../ports/psa.js';

/** The name of the one site that a new client is given. */
export const siteName = 'Main';

/** The client that a lead would be given, were there none of its company. */
export function clientOf(lead: Lead): NewPsaClient {
  return newClient(lead) ?? { name: standInName(lead) };
}

/** The company of a lead: by its key it is remembered, claimed and found. */
export function companyOfLead(
  lead: Lead,
  session: Pick<PsaSession, 'fit'>,
): { readonly key: string; readonly client: NewPsaClient } {
  const client = clientOf(lead);
  return { key: companyKey(session.fit('client.name', client.name)), client };
}

/** A ticket needs a client: a lead without a company gets one by its website or email's domain, else by the person. */
function standInName(lead: Lead): string {
  return lead.company.website ?? lead.email?.split('@')[1] ?? personName(lead) ?? 'Unknown company';
}
