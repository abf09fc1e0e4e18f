import { companyKey, contactKeys, ticketKeys } from '@leadbridge/domain';

import type { MirrorKind, MirroredItems, Observation } from '../ports/psa-mirror.js';

const keysOf: { readonly [K in MirrorKind]: (item: MirroredItems[K]) => readonly (string | null)[] } = {
  // A ticket without its contact's email is keyed by its contact.
  tickets: (ticket) => [
    ...ticketKeys(ticket),
    ticket.ownKey ?? null,
    ticket.lacksEmail === true && ticket.userId !== null ? contactTicketsKey(ticket.userId) : null,
  ],
  contacts: (contact) => contactKeys(contact),
  clients: ({ name }) => [companyKey(name)],
};

/** The key of tickets that identify their person only by contact. */
export function contactTicketsKey(userId: number): string {
  return `contact:${userId}`;
}

/** @param observedAt Unix milliseconds when the request that returned the item was sent */
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
