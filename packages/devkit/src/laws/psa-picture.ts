import type { PsaSimulator } from '@leadbridge/psa-simulator';

/** A ticket with all that an import may write to it, for comparisons. */
export interface TicketPicture {
  /** `status_id`, and the custom fields by name. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly contact: Readonly<Record<string, unknown>> | null;
  readonly lists: readonly string[];
  readonly notes: readonly string[];
  readonly client: string;
}

/** All that a simulated PSA holds, as text: the same text is the same state. */
export function wholeState(simulator: PsaSimulator): string {
  const { halo } = simulator;
  return JSON.stringify([
    simulator.tickets().map((ticket) => [ticket, halo?.tags(ticket.id)]),
    simulator.users(),
    simulator.clients(),
    simulator.sites(),
    simulator.actions(),
    simulator.listItems(),
    simulator.opportunities(),
  ]);
}

function pictureOf(simulator: PsaSimulator, ticketId: number): TicketPicture | null {
  const ticket = simulator.ticket(ticketId);
  if (ticket === undefined) {
    return null;
  }
  const user = simulator.users().find(({ id }) => id === ticket.user_id);
  const { halo } = simulator;
  return {
    fields: {
      status_id: ticket.status_id,
      ...Object.fromEntries(Object.entries(ticket.customfields).map(([id, value]) => [`CF_${id}`, value])),
    },
    contact: user === undefined ? null : { phonenumber: user.phonenumber, linkedin_url: user.linkedin_url },
    lists: (halo === null ? simulator.listNames(ticketId) : halo.tags(ticketId)).toSorted(),
    notes: simulator.actions(ticketId).map(({ note }) => note),
    client: ticket.client_name,
  };
}

export function picturesOf(simulator: PsaSimulator): ReadonlyMap<number, TicketPicture> {
  return new Map(
    simulator.tickets().flatMap(({ id }) => {
      const picture = pictureOf(simulator, id);
      return picture === null ? [] : [[id, picture] as const];
    }),
  );
}

/** The requests that have changed something since the log was cleared. */
export function writesSince(simulator: PsaSimulator): number {
  return simulator.requests.list().filter(({ method, path }) => method !== 'GET' && path !== '/auth/token')
    .length;
}
