import { completedTicket, silentContact, type TicketSnapshot } from '@leadbridge/domain';

import type { PsaMirrorStore } from '../ports/psa-mirror.js';

/** Those without their contact's email are completed from the contact, as an import would see them. */
export async function ticketsWithContacts(
  mirrorStore: Pick<PsaMirrorStore, 'byIds'>,
  tickets: readonly TicketSnapshot[],
): Promise<ReadonlyMap<number, TicketSnapshot>> {
  const silent = tickets.flatMap((ticket) => silentContact(ticket) ?? []);
  const found = silent.length === 0 ? [] : await mirrorStore.byIds('contacts', silent);
  const contacts = new Map(found.map(({ id, item }) => [id, item]));
  return new Map(tickets.map((ticket) => [ticket.id, completedTicket(ticket, contacts)]));
}
