import type { PsaSimulator } from '@leadbridge/psa-simulator';

/** Counts everything that the PSA has for one lead. */
export function countsOf(
  simulator: PsaSimulator,
  lead: { readonly email: string; readonly company: string },
): Record<string, number> {
  const tickets = simulator.tickets().filter((ticket) => ticket.user_email === lead.email);
  const lists = simulator.listNames(tickets[0]?.id ?? 0);
  return {
    clients: simulator.clients().filter(({ name }) => name === lead.company).length,
    users: simulator.users().filter((user) => user.emailaddress === lead.email).length,
    tickets: tickets.length,
    lists: lists.length,
    distinctLists: new Set(lists).size,
  };
}

/** The counts of a lead (`flatLead`) that was created once, whatever happened meanwhile. */
export const once = { clients: 1, users: 1, tickets: 1, lists: 4, distinctLists: 4 };
