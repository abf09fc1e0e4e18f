import type { Lead } from './model.js';
import { personName } from './new-ticket.js';
import { isMailProvider, isSharedSite, registrableDomain } from './shared-domains.js';

/**
 * The name of the client of a lead without a company, because a ticket needs a client: the domain of its website
 * or of its address, else the person. A domain that strangers share, as that of a mail provider or a social
 * network, is no company: its people would become contacts of one client.
 */
export function standInCompanyName(lead: Lead): string {
  const { website } = lead.company;
  const site = website === null ? null : registrableDomain(website);
  if (site !== null && !isSharedSite(site)) {
    return site.domain;
  }
  const host =
    lead.email === null ? null : registrableDomain(lead.email.slice(lead.email.lastIndexOf('@') + 1));
  if (host !== null && !isMailProvider(host)) {
    return host.domain;
  }
  return personName(lead) ?? lead.email ?? 'Unknown company';
}
