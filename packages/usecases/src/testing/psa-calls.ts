import { companyKey, contactKeys, emailKey, type TicketSnapshot } from '@leadbridge/domain';

import type { PsaListPage, PsaListed, PsaPage, PsaSession, PsaUser, WriteResult } from '../ports/psa.js';
import { integrationUser, type PsaEntities } from './psa-entities.js';
import type { PsaCall } from './psa-faults.js';
import type { TicketForms } from './ticket-forms.js';

type Created = Extract<WriteResult, { ok: true }>;

/** How the calls of a session reach the entities of the PSA. */
export interface PsaLine {
  /** @param rows those of the pages that it takes */
  read<T>(name: PsaCall, apply: () => T, rows?: number): Promise<T>;
  /** @param recorded the result if writes are only recorded */
  write<T>(name: PsaCall, apply: () => T, recorded: T): Promise<T>;
  create<T>(name: PsaCall, items: readonly T[], apply: (item: T) => Created): Promise<readonly WriteResult[]>;
  /** All items of a list. */
  pages<T>(all: () => readonly T[]): AsyncGenerator<PsaPage<T>>;
}

export function ticketCalls(held: PsaEntities, line: PsaLine, { asSingle, inList }: TicketForms) {
  const single = (id: number): TicketSnapshot | null => {
    const ticket = held.tickets.get(id);
    return ticket === undefined ? null : asSingle(ticket);
  };
  return {
    findTickets: async (query) =>
      line.read('findTickets', () =>
        held.search(held.tickets, (ticket) => held.isAskedFor(ticket, query)).map(inList),
      ),
    pageTickets: ({ tickettypeId }) =>
      line.pages(() =>
        [...held.tickets.values()]
          .filter((ticket) => (tickettypeId ?? ticket.tickettypeId) === ticket.tickettypeId)
          .map(inList),
      ),
    getTicket: async (id) => line.read('getTicket', () => single(id)),
    updateTogether: async () => new Set(),
    standingTickets: async () => new Set(),
    getTicketForUpdate: async (id) => line.read('getTicketForUpdate', () => single(id)),

    createTickets: async (tickets) =>
      line.create('createTickets', tickets, (ticket) => {
        const user = held.users.get(ticket.user_id);
        const id = held.nextId();
        held.write(held.tickets, {
          id,
          tickettypeId: ticket.tickettype_id,
          statusId: ticket.status_id,
          summary: ticket.summary,
          clientId: ticket.client_id,
          siteId: ticket.site_id ?? null,
          userId: ticket.user_id,
          email: user?.email ?? null,
          userName: user === undefined ? null : nameOf(user),
          clientName: held.clients.get(ticket.client_id)?.name ?? null,
          lastUpdatedBy: integrationUser.id,
          customFields: held.stored(ticket.customfields),
          details: ticket.details,
          ownKey: ticket.key,
        });
        ticket.lists.forEach((name) => held.listNamed(name)?.items.set(held.nextId(), id));
        return { ok: true, id };
      }),

    updateTicket: async (id, changes) => {
      const apply = (): void => {
        const ticket = held.tickets.get(id);
        if (ticket !== undefined) {
          held.tickets.set(id, {
            ...ticket,
            tickettypeId: changes.tickettype_id ?? ticket.tickettypeId,
            statusId: changes.status_id ?? ticket.statusId,
            customFields: { ...ticket.customFields, ...held.stored(changes.customfields ?? []) },
            lastUpdatedBy: integrationUser.id,
          });
        }
      };
      await line.write('updateTicket', apply, undefined);
    },

    async deleteTicket(id) {
      const apply = (): boolean => held.tickets.delete(id) || true;
      return await line.write('deleteTicket', apply, true);
    },
  } satisfies Partial<PsaSession>;
}

export function contactCalls(held: PsaEntities, line: PsaLine) {
  return {
    findUsers: async (query) =>
      line.read('findUsers', () =>
        held.search(held.users, (user) =>
          'email' in query
            ? contactKeys(user).includes(emailKey(query.email))
            : nameOf(user).includes(query.name),
        ),
      ),
    pageUsers: () => line.pages(() => [...held.users.values()]),
    getUser: async (id) => line.read('getUser', () => held.users.get(id) ?? null),

    createUsers: async (users) =>
      line.create('createUsers', users, (user) => {
        const id = held.nextId();
        held.write(held.users, {
          id,
          clientId: user.client_id,
          clientName: held.clients.get(user.client_id)?.name ?? null,
          siteId: user.site_id,
          email: user.emailaddress ?? null,
          firstName: user.firstname ?? null,
          lastName: user.surname ?? null,
          phonenumber: user.phonenumber ?? null,
          linkedinUrl: held.fit('user.linkedin_url', user.linkedin_url ?? '') || null,
        });
        return { ok: true, id };
      }),

    updateUser: async (id, changes) => {
      const apply = (): void => {
        const user = held.users.get(id);
        if (user !== undefined) {
          held.users.set(id, {
            ...user,
            phonenumber: changes.phonenumber ?? user.phonenumber,
            linkedinUrl: changes.linkedin_url ?? user.linkedinUrl,
          });
        }
      };
      await line.write('updateUser', apply, undefined);
    },
  } satisfies Partial<PsaSession>;
}

/** @param hasOwnSites whether a created client comes with a site */
export function clientCalls(held: PsaEntities, line: PsaLine, { hasOwnSites }: { hasOwnSites: boolean }) {
  return {
    searchClients: async (text) =>
      line.read('searchClients', () =>
        held.search(held.clients, ({ name }) => companyKey(name) === companyKey(text)),
      ),
    pageClients: () => line.pages(() => [...held.clients.values()]),

    createClients: async (clients) =>
      line.create('createClients', clients, ({ name }): Created => {
        const id = held.nextId();
        held.write(held.clients, { id, name: held.fit('client.name', name) });
        return hasOwnSites ? { ok: true, id, siteId: held.addSite(id).id } : { ok: true, id };
      }),

    sitesOfClient: async (clientId) =>
      line.read('sitesOfClient', () => held.search(held.sites, (site) => site.clientId === clientId)),
    createSites: async (sites) =>
      line.create('createSites', sites, ({ client_id: clientId, name }) => {
        const id = held.nextId();
        held.write(held.sites, { id, clientId, name });
        return { ok: true, id };
      }),
  } satisfies Partial<PsaSession>;
}

export function listCalls(held: PsaEntities, line: PsaLine) {
  const itemsOf = (listId: number): ReadonlyMap<number, number> => held.lists.get(listId)?.items ?? new Map();
  return {
    lists: async () =>
      line.read('lists', () => [...held.lists.values()].map(({ id, name }) => ({ id, name }))),
    onList: async (listId, ticketIds) =>
      line.read(
        'onList',
        () => new Set([...itemsOf(listId).values()].filter((id) => ticketIds.includes(id))),
        itemsOf(listId).size,
      ),
    addListItems: async (listId, items) =>
      line.create('addListItems', items, ({ ticket_id: ticketId }) => {
        const id = held.nextId();
        held.lists.get(listId)?.items.set(id, ticketId);
        return { ok: true, id };
      }),
    listPlaces: async (listId, ticketIds) =>
      line.read(
        'listPlaces',
        () => {
          const items = [...itemsOf(listId)];
          const placesOf = (ticketId: number) => items.flatMap(([id, on]) => (on === ticketId ? [id] : []));
          return new Map([...ticketIds].map((ticketId) => [ticketId, placesOf(ticketId)]));
        },
        itemsOf(listId).size,
      ),
    removeListItem: async (listId, itemId) =>
      line.write('removeListItem', () => void held.lists.get(listId)?.items.delete(itemId), undefined),
  } satisfies Partial<PsaSession>;
}

export function otherCalls(held: PsaEntities, line: PsaLine, { inList }: TicketForms) {
  return {
    async listPage<K extends keyof PsaListed>(kind: K, { page }: { readonly page: number }) {
      const all: { [Kind in keyof PsaListed]: () => readonly PsaListed[Kind][] } = {
        tickets: () => [...held.tickets.values()].map(inList),
        contacts: () => [...held.users.values()],
        clients: () => [...held.clients.values()],
      };
      return await line.read('listPage', (): PsaListPage<PsaListed[K]> => {
        const items = page === 1 ? all[kind]() : [];
        return { items, rowCount: items.length, total: items.length, mark: items.map(({ id }) => id).join() };
      });
    },

    actionsOfTicket: async (ticketId) =>
      line.read('actionsOfTicket', () => held.search(held.actions, (action) => action.ticketId === ticketId)),
    createActions: async (actions) =>
      line.create('createActions', actions, ({ ticket_id: ticketId, note }) => {
        const id = held.nextId();
        held.write(held.actions, { id, ticketId, note });
        return { ok: true, id };
      }),

    statuses: async () => line.read('statuses', () => held.statuses),

    searchOpportunities: async (text) =>
      line.read('searchOpportunities', () =>
        held.search(held.opportunities, ({ summary, details }) =>
          `${summary} ${details ?? ''}`.includes(text),
        ),
      ),
    getOpportunity: async (id) => line.read('getOpportunity', () => held.opportunities.get(id) ?? null),
    async createOpportunity(opportunity) {
      const [result] = await line.create('createOpportunity', [opportunity], (given) => {
        const { summary, details, client_id: clientId, user_id: userId } = given;
        const id = held.nextId();
        const customFields = held.stored(given.customfields);
        held.write(held.opportunities, { id, summary, details, clientId, userId, customFields });
        return { ok: true, id };
      });
      return result ?? { ok: false, uncertain: true, message: 'The response was lost' };
    },
    updateOpportunity: async (id, { details, status_id: statusId, customfields = [] }) => {
      const apply = (): void => {
        const opportunity = held.opportunities.get(id);
        if (opportunity !== undefined) {
          held.opportunities.set(id, {
            ...opportunity,
            ...(details === undefined ? {} : { details }),
            ...(statusId === undefined ? {} : { statusId }),
            customFields: { ...opportunity.customFields, ...held.stored(customfields) },
          });
        }
      };
      await line.write('updateOpportunity', apply, undefined);
    },
  } satisfies Partial<PsaSession>;
}

function nameOf({ firstName, lastName }: Pick<PsaUser, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter((part) => part !== null).join(' ');
}
