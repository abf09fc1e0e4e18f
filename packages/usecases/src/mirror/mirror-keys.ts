import {
  companyKey,
  contactKeys,
  domainOfEmail,
  domainOfWebsite,
  silentContact,
  ticketKeys,
  type TicketSnapshot,
} from '@leadbridge/domain';

import type { MirrorKind, MirroredItems, Observed } from '../ports/psa-mirror.js';
import type { PsaUser } from '../ports/psa.js';

const keysOf: { readonly [K in MirrorKind]: (item: MirroredItems[K]) => readonly string[] } = {
  tickets: keysOfTicket,
  contacts: (contact) => contactKeys(contact),
  clients: ({ name }) => [companyKey(name)],
};

const domainsOf: { readonly [K in MirrorKind]: (item: MirroredItems[K]) => string | null } = {
  tickets: () => null,
  contacts: domainOfContact,
  clients: ({ website }) => (website === undefined ? null : domainOfWebsite(website)),
};

function domainOfContact({ email, otherEmails = [] }: PsaUser): string | null {
  const domains = [email, ...otherEmails].flatMap((each) =>
    each === null ? [] : (domainOfEmail(each) ?? []),
  );
  return domains[0] ?? null;
}

/** The keys by which a ticket is found; one without its contact's email is also keyed by its contact. */
export function keysOfTicket(ticket: TicketSnapshot): readonly string[] {
  const contact = silentContact(ticket);
  return [
    ...ticketKeys(ticket),
    ...(ticket.ownKey === undefined ? [] : [ticket.ownKey]),
    ...(contact === null ? [] : [contactTicketsKey(contact)]),
  ];
}

/** The key of tickets that identify their person only by contact. */
export function contactTicketsKey(userId: number): string {
  return `contact:${userId}`;
}

/** @param observedAt Unix milliseconds when the request that returned the item was sent */
export function observationOf<K extends MirrorKind>(
  kind: K,
  item: MirroredItems[K],
  observedAt: number,
): Observed<K> {
  const keys = keysOf[kind](item).filter((key) => key !== '');
  const domain = domainsOf[kind](item);
  return { id: item.id, keys: [...new Set(keys)], ...(domain === null ? {} : { domain }), item, observedAt };
}
