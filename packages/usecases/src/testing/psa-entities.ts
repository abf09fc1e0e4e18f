import type { CustomFieldValue, TicketSnapshot } from '@leadbridge/domain';

import type {
  FittedField,
  PsaAction,
  PsaClient,
  PsaNamed,
  PsaOpportunity,
  PsaSite,
  PsaUser,
  TicketQuery,
} from '../ports/psa.js';

export interface PsaEntityOptions {
  /**
   * How many searches miss an entity that was written through a session before one finds it; reads by id find
   * it immediately.
   */
  readonly lateSearches?: number;
  /** The number of characters of a text that the PSA stores; 0 if it has no field for it. */
  readonly keeps?: Readonly<Partial<Record<FittedField, number>>>;
  /** Custom fields to which it responds 2xx without storing them. */
  readonly drops?: readonly number[];
}

interface ListEntity extends PsaNamed {
  /** Tickets by list item id. */
  readonly items: Map<number, number>;
}

/** The agent that the memory PSA names as the author of writes by sessions. */
export const integrationUser = { id: 7, name: 'Leadbridge' };

/** The entities of a PSA in memory. */
export function createPsaEntities(options: PsaEntityOptions = {}) {
  const tickets = new Map<number, TicketSnapshot>();
  const users = new Map<number, PsaUser>();
  const clients = new Map<number, PsaClient>();
  const sites = new Map<number, PsaSite>();
  const lists = new Map<number, ListEntity>();
  const actions = new Map<number, PsaAction>();
  const opportunities = new Map<number, PsaOpportunity>();
  const statuses: PsaNamed[] = [];
  /** By entity: how many more searches miss it. */
  const late = new Map<object, number>();
  let lastId = 100;

  const nextId = (): number => {
    lastId += 1;
    return lastId;
  };

  function add<T extends { readonly id: number }>(to: Map<number, T>, entity: T): T {
    to.set(entity.id, entity);
    return entity;
  }

  const fit = (field: FittedField, text: string): string =>
    text.slice(0, options.keeps?.[field] ?? text.length);
  const listNamed = (name: string): ListEntity | undefined =>
    [...lists.values()].find((list) => list.name === name);

  return {
    ...{ tickets, users, clients, sites, lists, actions, opportunities, statuses },
    ...{ nextId, fit, listNamed },

    /** Adds what a session has written: searches find it late. */
    write<T extends { readonly id: number }>(to: Map<number, T>, entity: T): void {
      late.set(add(to, entity), options.lateSearches ?? 0);
    },

    /** Returns what a search finds. */
    search<T extends object>(entities: Map<number, T>, isMeant: (entity: T) => boolean): readonly T[] {
      const meant = [...entities.values()].filter(isMeant);
      return meant.filter((entity) => {
        const left = late.get(entity) ?? 0;
        late.set(entity, Math.max(0, left - 1));
        return left === 0;
      });
    },

    isAskedFor(ticket: TicketSnapshot, query: TicketQuery): boolean {
      const contact = ticket.userId === null ? undefined : users.get(ticket.userId);
      const hits = [
        query.email !== undefined && [ticket.email, contact?.email].includes(query.email),
        query.phone !== undefined && contact?.phonenumber === query.phone,
        query.person !== undefined && `${ticket.summary} ${ticket.userName ?? ''}`.includes(query.person),
        query.key !== undefined && ticket.ownKey === query.key,
        query.userIds?.some((id) => id === ticket.userId) === true,
        query.clientId !== undefined && ticket.clientId === query.clientId,
      ];
      return hits.some(Boolean) && (query.tickettypeId ?? ticket.tickettypeId) === ticket.tickettypeId;
    },

    /** Custom fields as the PSA stores them. */
    stored: (fields: readonly { readonly id: number; readonly value: CustomFieldValue }[]) =>
      Object.fromEntries(
        fields
          .filter(({ id }) => options.drops?.includes(id) !== true)
          .map(({ id, value }) => [id, typeof value === 'string' ? fit(id, value) : value]),
      ),

    addTicket: (ticket: Partial<TicketSnapshot> = {}) =>
      add(tickets, { ...emptyTicket, id: nextId(), ...ticket }),
    addUser: (user: Partial<PsaUser> = {}) => add(users, { ...emptyUser, id: nextId(), ...user }),
    addClient: (name: string) => add(clients, { id: nextId(), name }),
    addSite: (clientId: number, name = 'Main') => add(sites, { id: nextId(), clientId, name }),
    addList: (name: string) => add(lists, { id: nextId(), name, items: new Map<number, number>() }),

    /** The tickets on a list, by its name, in the order in which they were added. */
    ticketsOn: (name: string): readonly number[] => [...(listNamed(name)?.items.values() ?? [])],
    notesOf: (ticketId: number): readonly string[] =>
      [...actions.values()].filter((action) => action.ticketId === ticketId).map(({ note }) => note),
  };
}

export type PsaEntities = ReturnType<typeof createPsaEntities>;

const emptyTicket: Omit<TicketSnapshot, 'id'> = {
  tickettypeId: 1,
  statusId: 1,
  summary: '',
  clientId: null,
  siteId: null,
  userId: null,
  email: null,
  userName: null,
  clientName: null,
  lastUpdatedBy: integrationUser.id,
  customFields: {},
};

const emptyUser: Omit<PsaUser, 'id'> = {
  clientId: null,
  clientName: null,
  siteId: null,
  email: null,
  firstName: null,
  lastName: null,
  phonenumber: null,
  linkedinUrl: null,
};
