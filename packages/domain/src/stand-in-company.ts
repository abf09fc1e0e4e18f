import { domainOfEmail, domainOfWebsite } from './company-domain.js';
import type { Lead } from './model.js';
import { personName } from './new-ticket.js';

/**
 * The name of the client of a lead without a company, because a ticket needs a client: the domain of its website
 * or of its address, else the person. A domain that strangers share, as that of a mail provider or a social
 * network, is no company: its people would become contacts of one client.
 */
export function standInCompanyName({ email, company: { website }, ...lead }: Lead): string {
  return (
    (website === null ? null : domainOfWebsite(website)) ??
    (email === null ? null : domainOfEmail(email)) ??
    personName(lead) ??
    email ??
    'Unknown company'
  );
}
