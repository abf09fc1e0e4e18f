import { completedTicket, silentContact, type DedupeKey, type TicketSnapshot } from '@leadbridge/domain';

import { contactTicketsKey } from '../mirror/mirror-keys.js';
import type { MirrorView } from '../mirror/psa-mirror.js';
import type { Observation } from '../ports/psa-mirror.js';
import { isOfKey } from './lead-tickets.js';
import { ownKeyOf } from './own-key.js';

export interface MirroredLeads {
  readonly tickets: MirrorView<'tickets'>;
  readonly contacts: MirrorView<'contacts'>;
}

/** Tickets that do not identify their person are found by their contacts. */
export async function mirroredTickets(
  { tickets, contacts }: MirroredLeads,
  keys: readonly DedupeKey[],
): Promise<ReadonlyMap<string, readonly Observation<TicketSnapshot>[]>> {
  const people = await contacts.byKeys(keys.map(({ key }) => key));
  const wanted = keys.map(({ key }) => ({
    key,
    each: [key, ownKeyOf(key), ...(people.get(key) ?? []).map(({ id }) => contactTicketsKey(id))],
  }));
  const found = await tickets.byKeys(wanted.flatMap(({ each }) => each));
  const completed = await completeTickets(contacts, [...found.values()].flat());
  return new Map(
    wanted.map(({ key, each }) => {
      const ids = new Set(each.flatMap((name) => (found.get(name) ?? []).map(({ id }) => id)));
      const own = [...ids].flatMap((id) => completed.get(id) ?? []);
      return [key, own.filter(({ item }) => isOfKey(item, key))];
    }),
  );
}

/** The tickets, with their contact's email and names if they lack them. */
export async function completeTickets(
  contacts: MirrorView<'contacts'>,
  tickets: readonly Observation<TicketSnapshot>[],
): Promise<ReadonlyMap<number, Observation<TicketSnapshot>>> {
  const people = await contacts.byIds(tickets.flatMap(({ item }) => silentContact(item) ?? []));
  const known = new Map([...people].map(([id, { item }]) => [id, item]));
  return new Map(
    tickets.map((ticket) => [ticket.id, { ...ticket, item: completedTicket(ticket.item, known) }]),
  );
}
