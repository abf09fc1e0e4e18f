import type { TicketSnapshot } from '@leadbridge/domain';
import {
  type PsaCallContext,
  type PsaPage,
  PsaRefusedError,
  type PsaSession,
  PsaUncertainError,
  type WriteResult,
} from '@leadbridge/usecases';

import type { ArrayLimits } from './array-limits.js';
import { type CreateTarget, createMany } from './create-many.js';
import type { PsaCaller } from './psa-caller.js';
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
import { type PsaListing, readAll, readPages } from './read-pages.js';
import { readSingle } from './read-rows.js';
import { readSingleResult } from './read-write-results.js';

interface Entity {
  readonly path: string;
  readonly pattern: string;
  readonly key: string;
}

function entity(name: string, key: string): Entity {
  return { path: `/${name}`, pattern: `/${name}`, key };
}

const tickets = entity('Tickets', 'tickets');
const users = entity('Users', 'users');
const clients = entity('Client', 'clients');
const sites = entity('Site', 'sites');
const actions = entity('Actions', 'actions');
const opportunities = entity('Opportunities', 'opportunities');
const allCustomFields = { include_custom_fields: 'all' };

function listItems(listId: number): CreateTarget {
  return { path: `/Lists/${listId}/items`, pattern: '/Lists/{listId}/items', key: 'items', idOptional: true };
}

/** The PSA in its default dialect (specification, "Calls the service makes to the PSA system"), for one piece of work. */
export function createPsaSession(
  caller: PsaCaller,
  limits: ArrayLimits,
  context: PsaCallContext,
  settleMilliseconds: number,
): PsaSession {
  async function all<T>(listing: PsaListing, read: RowReader<T>): Promise<readonly T[]> {
    return (await readAll(caller, listing, context)).map(read).filter((row) => row !== null);
  }

  async function* pages<T>(listing: PsaListing, read: RowReader<T>): AsyncGenerator<PsaPage<T>> {
    for await (const { rows, total, isSteady } of readPages(caller, listing, context)) {
      const items = rows.map(read).filter((row) => row !== null);
      yield { items, rowCount: rows.length, total, isSteady };
    }
  }

  async function one<T>({ path, pattern, key }: Entity, id: number, read: RowReader<T>): Promise<T | null> {
    const request = {
      method: 'GET',
      path: `${path}/${id}`,
      pattern: `${pattern}/{id}`,
      query: allCustomFields,
    } as const;
    const answer = await caller.read(request, context);
    if (answer.kind === 'refused') {
      if (answer.status === 404 || answer.status === 410) {
        return null;
      }
      throw new PsaRefusedError(answer.message, answer.status);
    }
    const row = readSingle(answer.json, key);
    return row === null ? null : read(row);
  }

  async function update({ path, pattern, key }: Entity, id: number, changes: object): Promise<void> {
    const request = {
      method: 'PUT',
      path: `${path}/${id}`,
      pattern: `${pattern}/{id}`,
      body: changes,
    } as const;
    const answer = await caller.write(request, context);
    if (answer.kind === 'refused') {
      throw new PsaRefusedError(answer.message, answer.status);
    }
    const result: WriteResult =
      answer.kind === 'uncertain'
        ? { ok: false, uncertain: true, message: answer.message }
        : readSingleResult(answer.json, { key, idOptional: true });
    if (!result.ok) {
      throw result.uncertain
        ? new PsaUncertainError(result.message)
        : new PsaRefusedError(result.message, 400);
    }
  }

  const create = async (target: CreateTarget, items: readonly object[]): Promise<readonly WriteResult[]> =>
    createMany(caller, limits, target, items, context);

  /** A PSA ignores the filters that it does not know, so the type is compared here too. */
  const ticketsOfType = (type: number | undefined): RowReader<TicketSnapshot> => {
    return (row) => {
      const ticket = readTicket(row, type);
      return ticket === null || type === undefined || ticket.tickettypeId === type ? ticket : null;
    };
  };

  return {
    settleMilliseconds,

    searchTickets: async ({ tickettypeId, ...by }) => {
      const found = 'search' in by ? { search: by.search } : { client_id: by.clientId };
      return await all(
        { ...tickets, query: { ...found, tickettype_id: tickettypeId, ...allCustomFields } },
        ticketsOfType(tickettypeId),
      );
    },
    pageTickets: ({ tickettypeId }) =>
      pages(
        { ...tickets, query: { tickettype_id: tickettypeId, ...allCustomFields } },
        ticketsOfType(tickettypeId),
      ),
    getTicket: async (id) => one(tickets, id, readWholeTicket),
    createTickets: async (items) => create(tickets, items),
    updateTicket: async (id, changes) => update(tickets, id, changes),

    searchUsers: async (search) => all({ ...users, query: { search } }, readUser),
    pageUsers: () => pages(users, readUser),
    getUser: async (id) => one(users, id, readUser),
    createUsers: async (items) => create(users, items),
    updateUser: async (id, changes) => update(users, id, changes),

    searchClients: async (search) => all({ ...clients, query: { search } }, readClient),
    pageClients: () => pages(clients, readClient),
    createClients: async (items) => create(clients, items),

    sitesOfClient: async (clientId) =>
      (await all({ ...sites, query: { client_id: clientId } }, (row) => readSite(row, clientId))).filter(
        (site) => site.clientId === clientId,
      ),
    createSites: async (items) => create(sites, items),

    lists: async () => all(entity('Lists', 'lists'), readNamed),
    listTicketIds: async (listId) =>
      new Set((await all(listItems(listId), readListItem)).map(({ ticketId }) => ticketId)),
    addListItems: async (listId, items) => create(listItems(listId), items),

    actionsOfTicket: async (ticketId) =>
      (await all({ ...actions, query: { ticket_id: ticketId } }, (row) => readAction(row, ticketId))).filter(
        (action) => action.ticketId === ticketId,
      ),
    createActions: async (items) => create(actions, items),

    statuses: async () => all(entity('Status', 'statuses'), readNamed),

    searchOpportunities: async (search) =>
      all({ ...opportunities, query: { search, ...allCustomFields } }, readOpportunity),
    getOpportunity: async (id) => one(opportunities, id, readOpportunity),
    createOpportunity: async ({ client_id, user_id, ...opportunity }) => {
      const references = {
        ...(client_id === null ? {} : { client_id }),
        ...(user_id === null ? {} : { user_id }),
      };
      const [result] = await create(opportunities, [{ ...opportunity, ...references }]);
      return result ?? { ok: false, uncertain: true, message: 'The PSA gave no answer for it' };
    },
    updateOpportunity: async (id, changes) => update(opportunities, id, changes),
  };
}
