import type { Lead } from './model.js';
import { isMailProvider, isSharedSite, registrableDomain } from './shared-domains.js';

function hostOf(email: string): ReturnType<typeof registrableDomain> {
  return registrableDomain(email.slice(email.lastIndexOf('@') + 1));
}

/** The registered domain of an address; null if strangers have their addresses there, or it has none. */
export function domainOfEmail(email: string): string | null {
  const host = hostOf(email);
  return host === null || isMailProvider(host) ? null : host.domain;
}

/** The registered domain of a website; null for a page of a network or a directory. */
export function domainOfWebsite(website: string): string | null {
  const site = registrableDomain(website);
  return site === null || isSharedSite(site) ? null : site.domain;
}

/** Whether a lead's company is only the mail provider of its address, as some exports of contacts have it. */
export function isOwnMailProvider(company: string, email: string | null): boolean {
  const host = email === null ? null : hostOf(email);
  return host !== null && isMailProvider(host) && host.domain === company.trim().toLowerCase();
}

/** The domains that may identify the company of a lead: that of its email first, then that of its website. */
export function domainsOfLead({
  email,
  company: { website },
}: Pick<Lead, 'email'> & { readonly company: Pick<Lead['company'], 'website'> }): readonly string[] {
  const domains = [
    email === null ? null : domainOfEmail(email),
    website === null ? null : domainOfWebsite(website),
  ];
  return [...new Set(domains.flatMap((domain) => domain ?? []))];
}
