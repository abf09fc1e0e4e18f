import { createAction } from '../state/actions.js';
import { createOpportunity } from '../state/opportunities.js';
import { createClient, createSite } from '../state/organisations.js';
import type { Author, PsaState } from '../state/psa-state.js';
import type { CustomFieldValue, TicketFields, UserRow } from '../state/rows.js';
import { createTicket } from '../state/tickets.js';
import { createUser } from '../state/users.js';

/** A person at a company, to be put into the PSA without requests. */
export interface SeedContact extends Readonly<Partial<Omit<UserRow, 'id' | 'site_id' | 'extras'>>> {
  readonly company?: string;
  /** Puts the contact into a client that exists. */
  readonly client_id?: number;
}

export interface SeededContact {
  readonly client_id: number;
  readonly site_id: number;
  readonly user_id: number;
}

export interface SeedTicket extends SeedContact, Readonly<Partial<TicketFields>> {
  /** Gives the ticket to a contact that exists. */
  readonly user_id?: number;
  readonly customfields?: Readonly<Record<number, CustomFieldValue>>;
  /** The agent who changed it last; the integration's by default. */
  readonly last_updated_by?: number;
}

/** Puts a contact into the PSA, with a client and a site of its own where no `client_id` is given. */
export function seedContact(state: PsaState, contact: SeedContact = {}): SeededContact {
  const clientId =
    contact.client_id ??
    createClient(state, { name: contact.company ?? `Company ${state.clients.size + 1}` }).id;
  const present = state.sites.idsBy('client_id', clientId)[0];
  const siteId = present ?? createSite(state, { name: 'Main', client_id: clientId }).id;
  const number = state.users.size + 1;
  const user = createUser(state, {
    firstname: contact.firstname ?? 'Person',
    surname: contact.surname ?? String(number),
    emailaddress: contact.emailaddress ?? `person${number}@company${clientId}.example.com`,
    phonenumber: contact.phonenumber ?? '',
    jobtitle: contact.jobtitle ?? '',
    linkedin_url: contact.linkedin_url ?? '',
    site_id: siteId,
  });
  return { client_id: clientId, site_id: siteId, user_id: user.id };
}

/** Puts a ticket into the PSA, by default a new lead as the integration would have created it; returns its id. */
export function seedTicket(state: PsaState, integration: Author, ticket: SeedTicket = {}): number {
  const known = ticket.user_id === undefined ? undefined : state.users.get(ticket.user_id);
  const { user_id: userId } = known === undefined ? seedContact(state, ticket) : { user_id: known.id };
  const user = state.users.get(userId);
  const company = state.clients.get(user?.client_id ?? 0)?.name ?? '';
  const { category_1 = 'Lead', category_2 = 'Manual', customfields = {} } = ticket;
  const row = createTicket(
    state,
    {
      summary: ticket.summary ?? `${user?.firstname ?? ''} ${user?.surname ?? ''} - ${company}`,
      details: ticket.details ?? '',
      notes: ticket.notes ?? '',
      tickettype_id: ticket.tickettype_id ?? 1,
      status_id: ticket.status_id ?? 1,
      priority_id: ticket.priority_id ?? 3,
      category_1,
      category_2,
      client_id: user?.client_id,
      user_id: userId,
      customfields: Object.entries(customfields).map(([id, value]) => ({ id: Number(id), value })),
    },
    { ...integration, agentId: ticket.last_updated_by ?? integration.agentId },
  );
  return row.id;
}

/**
 * Puts many lead tickets into the PSA, each with a contact of its own, spread evenly over `companies` clients (one
 * for each ticket by default). `describe` gives the ticket of each number from 0.
 */
export function seedTickets(
  state: PsaState,
  integration: Author,
  count: number,
  options: { companies?: number; describe?: (number: number) => SeedTicket } = {},
): number[] {
  const companies = options.companies ?? count;
  const clientIds: number[] = [];
  return Array.from({ length: count }, (_, number) => {
    const clientId = clientIds[number % companies];
    const described = options.describe?.(number) ?? {};
    const id = seedTicket(state, integration, {
      ...(clientId === undefined ? {} : { client_id: clientId }),
      ...described,
    });
    clientIds[number % companies] ??= state.tickets.get(id)?.client_id ?? 0;
    return id;
  });
}

/** Puts an opportunity of a ticket's contact into the PSA; returns its id. */
export function seedOpportunity(
  state: PsaState,
  ticketId: number,
  texts: { readonly summary: string; readonly details?: string },
): number {
  const ticket = state.tickets.get(ticketId);
  return createOpportunity(state, { ...texts, client_id: ticket?.client_id, user_id: ticket?.user_id }).id;
}

export function seedAction(state: PsaState, ticketId: number, note: string, author: Author): number {
  return createAction(state, { ticket_id: ticketId, outcome: 'Internal Note', note }, author).id;
}
