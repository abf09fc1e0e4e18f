import type { TicketSnapshot } from '@leadbridge/domain';
import { PsaRefusedError } from '@leadbridge/usecases';
import type { PsaListed, PsaListPage, PsaListPageRequest } from '@leadbridge/usecases';

import { createOne, entity, requireChanged, type PsaEntity } from './entity.js';
import type { CreateTarget, PsaDialect, PsaOperations, PsaIo } from './psa-dialect.js';
import { specTokenRequest } from './psa-requests.js';
import type { PsaAccount } from './psa-settings.js';
import {
  type RowReader,
  readAction,
  readClient,
  readListItem,
  readNamed,
  readOpportunity,
  readSite,
  readTicket,
  readUser,
  readWholeTicket,
} from './read-entities.js';
import { readFound } from './read-rows.js';
import { readArrayResults, readSingleResult } from './read-write-results.js';

const tickets = entity('Tickets', 'tickets');
const users = entity('Users', 'users');
const clients = entity('Client', 'clients');
const sites = entity('Site', 'sites');
const actions = entity('Actions', 'actions');
const opportunities = entity('Opportunities', 'opportunities');
const allCustomFields = { include_custom_fields: 'all' };
const pageSize = 100;
const maxArrayLength = 100;
const leadType = 1;

function listItems(listId: number): CreateTarget {
  return { path: `/Lists/${listId}/items`, pattern: '/Lists/{listId}/items', key: 'items', idOptional: true };
}

/** The PSA of the specification, whose numbers are those of the use cases. */
export function createSpecDialect(settings: PsaAccount): PsaDialect {
  return {
    name: 'spec',
    authorisation: { kind: 'token', tokenRequest: async () => Promise.resolve(specTokenRequest(settings)) },
    paging: {
      pageSize,
      request: ({ path, pattern, query }, page) => ({
        method: 'GET',
        path,
        pattern,
        query: { ...query, pageinate: true, page_size: pageSize, page_no: page },
      }),
    },
    creation: {
      maxArrayLength: () => maxArrayLength,
      arrayQuery: { bulkresponse: true },
      refusedArrayMayHaveApplied: false,
      single: (item) => item,
      readArray: readArrayResults,
      readSingle: readSingleResult,
    },
    probe: { method: 'GET', path: '/Status', pattern: '/Status' },
    open: specOperations,
  };
}

function specOperations(io: PsaIo): PsaOperations {
  return {
    findsTicketsOfUsers: false,
    listsShowFields: true,
    listing: 'by_items',
    listsHoldContacts: false,
    fit: (_field, text) => text,
    statuses: async () => io.all(entity('Status', 'statuses'), readNamed),
    ...pageOperations(io),
    ...ticketOperations(io),
    ...userOperations(io),
    ...clientOperations(io),
    ...listOperations(io),
    ...actionOperations(io),
    ...opportunityOperations(io),
  };
}

function pageOperations(io: PsaIo) {
  const pageReaders: {
    readonly [K in keyof PsaListed]: (request: PsaListPageRequest) => Promise<PsaListPage<PsaListed[K]>>;
  } = {
    tickets: async ({ page }) =>
      io.page(
        { ...tickets, query: { tickettype_id: leadType, ...allCustomFields } },
        ticketsOfType(leadType),
        page,
      ),
    contacts: async ({ page }) => io.page(users, readUser, page),
    clients: async ({ page }) => io.page(clients, readClient, page),
  };
  return {
    listPage: async (kind, request) => pageReaders[kind](request),
  } satisfies Partial<PsaOperations>;
}

function ticketOperations(io: PsaIo) {
  return {
    findTickets: async ({ tickettypeId, clientId, email, person, phone }) => {
      const found = clientId === undefined ? { search: email ?? person ?? phone } : { client_id: clientId };
      return await io.all(
        { ...tickets, query: { ...found, tickettype_id: tickettypeId, ...allCustomFields } },
        ticketsOfType(tickettypeId),
      );
    },
    pageTickets: ({ tickettypeId }) =>
      io.pages(
        { ...tickets, query: { tickettype_id: tickettypeId, ...allCustomFields } },
        ticketsOfType(tickettypeId),
      ),
    getTicket: async (id) => readOne(io, tickets, id, readWholeTicket),
    getTicketForUpdate: async (id) => readOne(io, tickets, id, readWholeTicket),
    standingTickets: async () => Promise.resolve(new Set()),
    createTickets: async (items) =>
      io.createEach(
        tickets,
        items.map(({ key: _key, lists: _lists, ...ticket }) => ticket),
      ),
    updateTicket: async (id, changes) => updateOne(io, tickets, id, changes),
    updateTogether: async () => Promise.resolve(new Set()),
    // The specification has no such call.
    deleteTicket: async () => Promise.resolve(false),
  } satisfies Partial<PsaOperations>;
}

function userOperations(io: PsaIo) {
  return {
    findUsers: async (query) => {
      const search = 'email' in query ? query.email : query.name;
      return await io.all({ ...users, query: { search } }, readUser);
    },
    pageUsers: () => io.pages(users, readUser),
    getUser: async (id) => readOne(io, users, id, readUser),
    createUsers: async (items) => io.createEach(users, items),
    updateUser: async (id, changes) => updateOne(io, users, id, changes),
  } satisfies Partial<PsaOperations>;
}

function clientOperations(io: PsaIo) {
  return {
    searchClients: async (search) => io.all({ ...clients, query: { search } }, readClient),
    pageClients: () => io.pages(clients, readClient),
    createClients: async (items) => io.createEach(clients, items),

    sitesOfClient: async (clientId) =>
      (await io.all({ ...sites, query: { client_id: clientId } }, (row) => readSite(row, clientId))).filter(
        (site) => site.clientId === clientId,
      ),
    createSites: async (items) => io.createEach(sites, items),
  } satisfies Partial<PsaOperations>;
}

function listOperations(io: PsaIo) {
  return {
    lists: async () => io.all(entity('Lists', 'lists'), readNamed),
    onList: async (listId) =>
      new Set((await io.all(listItems(listId), readListItem)).map(({ ticketId }) => ticketId)),
    addListItems: async (listId, items) => io.createEach(listItems(listId), items),
    async listPlaces(listId, ticketIds) {
      const places = new Map<number, number[]>();
      for (const { id, ticketId } of await io.all(listItems(listId), readListItem)) {
        if (ticketIds.has(ticketId)) {
          places.set(ticketId, [...(places.get(ticketId) ?? []), id]);
        }
      }
      return places;
    },
    async removeListItem(listId, itemId) {
      const { path, pattern } = listItems(listId);
      try {
        await io.write({ method: 'DELETE', path: `${path}/${itemId}`, pattern: `${pattern}/{itemId}` });
      } catch (error) {
        if (!(error instanceof PsaRefusedError) || error.status !== 404) {
          throw error;
        }
      }
    },
  } satisfies Partial<PsaOperations>;
}

function actionOperations(io: PsaIo) {
  return {
    actionsOfTicket: async (ticketId) =>
      (
        await io.all({ ...actions, query: { ticket_id: ticketId } }, (row) => readAction(row, ticketId))
      ).filter((action) => action.ticketId === ticketId),
    createActions: async (items) => io.createEach(actions, items),
  } satisfies Partial<PsaOperations>;
}

function opportunityOperations(io: PsaIo) {
  return {
    searchOpportunities: async (search) =>
      io.all({ ...opportunities, query: { search, ...allCustomFields } }, readOpportunity),
    getOpportunity: async (id) => readOne(io, opportunities, id, readOpportunity),
    createOpportunity: async ({ client_id, user_id, sales: _sales, contact: _contact, ...opportunity }) => {
      const references = {
        ...(client_id === null ? {} : { client_id }),
        ...(user_id === null ? {} : { user_id }),
      };
      return await createOne(io, opportunities, { ...opportunity, ...references });
    },
    updateOpportunity: async (id, { sales: _sales, ...changes }) => {
      if (Object.keys(changes).length > 0) {
        await updateOne(io, opportunities, id, changes);
      }
    },
  } satisfies Partial<PsaOperations>;
}

/** A PSA ignores unknown filters, so the type is checked here too. */
function ticketsOfType(type: number | undefined): RowReader<TicketSnapshot> {
  return (row) => {
    const ticket = readTicket(row, type);
    return ticket === null || type === undefined || ticket.tickettypeId === type ? ticket : null;
  };
}

async function readOne<T>(
  io: PsaIo,
  { path, pattern, key }: PsaEntity,
  id: number,
  read: RowReader<T>,
): Promise<T | null> {
  const request = { method: 'GET', path: `${path}/${id}`, pattern: `${pattern}/{id}` } as const;
  const row = readFound(await io.read({ ...request, query: allCustomFields }), key, id);
  return row === null ? null : read(row);
}

async function updateOne(io: PsaIo, target: PsaEntity, id: number, changes: object): Promise<void> {
  const { path, pattern } = target;
  const request = { method: 'PUT', path: `${path}/${id}`, pattern: `${pattern}/{id}` } as const;
  requireChanged(await io.write({ ...request, body: changes }), target, id);
}
