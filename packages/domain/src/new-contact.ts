import { isOwnMailProvider } from './company-domain.js';
import type { Lead } from './model.js';

/** The fields of a new client in the PSA (specification, "Provider field mapping": company fields). */
export interface NewClient {
  readonly name: string;
  readonly website?: string;
  readonly phonenumber?: string;
}

/** The fields of a new user in the PSA (specification, "Provider field mapping": contact fields). */
export interface NewUser {
  readonly firstname?: string;
  readonly surname?: string;
  readonly emailaddress?: string;
  readonly jobtitle?: string;
  readonly phonenumber?: string;
  readonly linkedin_url?: string;
}

/** The client of a lead's company; null for a lead without one, or with its mail provider in its place. */
export function newClient(lead: Lead): NewClient | null {
  const { name, website, phone } = lead.company;
  if (name === null || isOwnMailProvider(name, lead.email)) return null;
  return { name, ...(website !== null && { website }), ...(phone !== null && { phonenumber: phone }) };
}

/** A PSA accepts no user without a name: the local part of the email (`info`), or else the phone, stands in. */
export function newUser(lead: Lead): NewUser {
  const nameless = lead.firstName === null && lead.lastName === null;
  const firstname = nameless ? (lead.email?.split('@')[0] ?? lead.phone) : lead.firstName;
  return {
    ...(firstname !== null && { firstname }),
    ...(lead.lastName !== null && { surname: lead.lastName }),
    ...(lead.email !== null && { emailaddress: lead.email }),
    ...(lead.jobTitle !== null && { jobtitle: lead.jobTitle }),
    ...(lead.phone !== null && { phonenumber: lead.phone }),
    ...(lead.linkedinUrl !== null && { linkedin_url: lead.linkedinUrl }),
  };
}
