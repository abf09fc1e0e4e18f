import { companyKey, contactKeys, ownTicketKey } from '@leadbridge/domain';

import type { MirrorKind, MirroredItems, Observation } from '../ports/psa-mirror.js';

const keysOf: { readonly [K in MirrorKind]: (item: MirroredItems[K]) => readonly (string | null)[] } = {
  // A ticket that does not tell whose it is stands under its contact.
  tickets: (ticket) => [
    ownTicketKey(ticket),
    ticket.ownKey ?? null,
    ticket.lacksEmail === true && ticket.userId !== null ? contactTicketsKey(ticket.userId) : null,
  ],
  contacts: (contact) => contactKeys(contact),
  clients: ({ name }) => [companyKey(name)],
};

/** The key under which tickets stand that tell no more than who their contact is. */
export function contactTicketsKey(userId: number): string {
  return `contact:${userId}`;
}

/** @param observedAt Unix milliseconds at which the request was sent that returned the item */
export function observationOf<K extends MirrorKind>(
  kind: K,
  item: MirroredItems[K],
  observedAt: number,
): Observation<MirroredItems[K]> {
  const keys = keysOf[kind](item)
    .flatMap((key) => key ?? [])
    .filter((key) => key !== '');
  return { id: item.id, keys: [...new Set(keys)], item, observedAt };
}
