import type { Logger } from '@leadbridge/platform';
import type { TicketSnapshot } from '@leadbridge/domain';
import {
  PsaRefusedError,
  PsaUncertainError,
  PsaUnavailableError,
  type NewPsaSite,
  type PsaListed,
  type PsaListPage,
  type PsaListPageRequest,
  type TicketChanges,
  type WriteResult,
} from '@leadbridge/usecases';

import type { PsaOperations, PsaIo } from '../psa/psa-dialect.js';
import { readSite } from '../psa/read-entities.js';
import { readFound } from '../psa/read-rows.js';
import { readSingleResult } from '../psa/read-write-results.js';
import { findTickets, listTicketPage, pageTickets } from './find-tickets.js';
import { distributionListsOf, noLists, tagLists, type HaloLists } from './halo-lists.js';
import { knownStatuses, type HaloMap, typeNumbers } from './halo-map.js';
import type { HaloSettings } from './halo-settings.js';
import type { HaloMapHolder } from './map-holder.js';
import {
  readHaloAction,
  readHaloClient,
  readHaloOpportunity,
  readHaloUser,
  readWholeHaloTicket,
} from './read-halo.js';
import { siteOf } from './read-created.js';
import {
  actionsOf,
  clients,
  actions,
  type HaloEntity,
  oldestFirst,
  one,
  opportunities,
  orderOf,
  sites,
  tickets,
  users,
} from './requests.js';
import { createHaloWriter, fitText } from './write-halo.js';

export interface HaloParts {
  readonly settings: HaloSettings;
  readonly listNames: () => readonly string[];
  /** The name of the list of those who have opted out. */
  readonly doNotContactList: () => string;
  readonly map: HaloMapHolder;
  readonly logger: Logger;
}

const listingOf = { tags: 'on_creation', distribution: 'by_items', off: 'off' } as const;

/** The port of the use cases, as steps over the API of a HaloPSA. */
export function haloOperations(
  io: PsaIo,
  { settings, listNames, doNotContactList, map: holder, logger }: HaloParts,
): PsaOperations {
  const write = createHaloWriter(settings);

  /** @throws PsaUnavailableError where something is missing without which nothing may be written or decided */
  async function ready(): Promise<HaloMap> {
    const map = await holder.get(io);
    const missing = map.problems.filter(({ level }) => level === 'error').map(({ message }) => message);
    if (missing.length > 0) {
      throw new PsaUnavailableError(`The PSA is not set up for Leadbridge: ${missing.join('; ')}`);
    }
    return map;
  }

  async function readOne<T>(
    entity: HaloEntity,
    id: number,
    read: (row: Readonly<Record<string, unknown>>) => T | null,
  ): Promise<T | null> {
    const row = readFound(await io.read(one(entity, id)), entity.key);
    return row === null ? null : read(row);
  }

  /** A change is a POST of the id with what is to be different. */
  async function post(entity: HaloEntity, id: number, changes: object): Promise<void> {
    const { path, pattern, key } = entity;
    const body = [{ id, ...changes, ...write.silence() }];
    const json = await io.write({ method: 'POST', path, pattern, body });
    requireWritten(readSingleResult(json, { key, idOptional: true }));
  }

  /** As `post`, with a result in the place of an error of the PSA. */
  async function tryPost(entity: HaloEntity, body: object): Promise<WriteResult> {
    const { id, ...changes } = body as { readonly id: number };
    try {
      await post(entity, id, changes);
      return { ok: true, id };
    } catch (error) {
      if (error instanceof PsaRefusedError || error instanceof PsaUncertainError) {
        const uncertain = error instanceof PsaUncertainError;
        return { ok: false, uncertain, message: error.message };
      }
      throw error;
    }
  }

  const getTicket = async (id: number, map: HaloMap): Promise<TicketSnapshot | null> =>
    readOne(tickets, id, (row) => readWholeHaloTicket(row, map));

  async function updateTicket(id: number, changes: TicketChanges): Promise<void> {
    const map = await ready();
    const body = write.ticketChanges(changes, map);
    if (Object.keys(body).length === 0) {
      return;
    }
    await post(tickets, id, body);
    if (changes.tickettype_id !== undefined) {
      await repairAfterTypeChange(id, changes, map);
    }
  }

  /** A change of the type may set other fields back to its defaults: what is not as it was written is written once more. */
  async function repairAfterTypeChange(id: number, changes: TicketChanges, map: HaloMap): Promise<void> {
    const json = readFound(await io.read(one(tickets, id)), tickets.key);
    const ticket = json === null ? null : readWholeHaloTicket(json, map);
    if (json === null || ticket === null) {
      return;
    }
    const customfields = (changes.customfields ?? []).filter(({ id: number, value }) => {
      const kept = typeof value === 'string' ? fitText(map.fields.get(number), value) : value;
      return map.fields.has(number) && kept !== '' && ticket.customFields[number] !== kept;
    });
    const repairs = write.ticketChanges(
      {
        ...(changes.status_id === undefined || changes.status_id === ticket.statusId
          ? {}
          : { status_id: changes.status_id }),
        ...(changes.category_1 === undefined || json['category_1'] === changes.category_1
          ? {}
          : { category_1: changes.category_1 }),
        ...(customfields.length === 0 ? {} : { customfields }),
      },
      map,
    );
    if (Object.keys(repairs).length > 0) {
      await post(tickets, id, repairs);
    }
  }

  const listsOf = (): HaloLists => {
    switch (settings.lists) {
      case 'tags':
        return tagLists(io, listNames(), tryPost);
      case 'distribution':
        return distributionListsOf(io, tryPost, doNotContactList());
      case 'off':
        return noLists;
    }
  };

  async function sitesOfClient(clientId: number) {
    const found = await io.all({ ...sites, query: { client_id: clientId } }, (row) =>
      readSite(row, clientId),
    );
    return found.filter((site) => site.clientId === clientId);
  }

  /** A client mostly has a site from its beginning: only where it has none one is made. */
  async function createSite(site: NewPsaSite): Promise<WriteResult> {
    const ids = (await sitesOfClient(site.client_id)).map(({ id }) => id);
    if (ids.length > 0) {
      return { ok: true, id: Math.min(...ids) };
    }
    const [result] = await io.createEach(sites, [write.site({ ...site })]);
    return result ?? { ok: false, uncertain: true, message: 'The PSA gave no answer for it' };
  }

  const readUserRow = (row: Readonly<Record<string, unknown>>) => readHaloUser(row, settings.linkedinField);

  const pageReaders: {
    readonly [K in keyof PsaListed]: (request: PsaListPageRequest) => Promise<PsaListPage<PsaListed[K]>>;
  } = {
    tickets: async (request) => listTicketPage(io, await ready(), typeNumbers.lead, request),
    contacts: async ({ page, order }) => io.page({ ...users, query: orderOf(order) }, readUserRow, page),
    clients: async ({ page, order }) => io.page({ ...clients, query: orderOf(order) }, readHaloClient, page),
  };

  return {
    findsTicketsOfUsers: true,
    listing: listingOf[settings.lists],
    fit: (field, text) => {
      if (field === 'client.name') {
        return text;
      }
      if (field === 'user.linkedin_url') {
        return settings.linkedinField === null ? '' : text;
      }
      const map = holder.latest;
      return map === null ? text : fitText(map.fields.get(field), text);
    },

    findTickets: async (query) => findTickets(io, await ready(), query),
    async *pageTickets({ tickettypeId = typeNumbers.lead }) {
      yield* pageTickets(io, await ready(), tickettypeId);
    },
    listPage: async (kind, request) => pageReaders[kind](request),
    getTicket: async (id) => getTicket(id, await ready()),
    async getTicketForUpdate(id) {
      const map = await ready();
      const ticket = await getTicket(id, map);
      if (ticket === null) {
        return null;
      }
      const done = await io.all(actionsOf(id, {}), (row) => readHaloAction(row, id));
      const others = done.filter(({ agentId }) => agentId !== null && agentId !== map.agent.id);
      const latest = others.sort((one, other) => other.id - one.id)[0];
      return { ...ticket, lastUpdatedBy: latest?.agentId ?? null };
    },
    async createTickets(items) {
      const map = await ready();
      const written = items.map((item) => write.ticket(item, map));
      const results = await io.createEach(
        tickets,
        written.map(({ body }) => body),
      );
      return results.map((result, index) => {
        const warnings = written[index]?.warnings ?? [];
        if (warnings.length > 0) {
          logger.warn('a ticket was created without all of its fields', { warnings });
        }
        return result.ok && warnings.length > 0 ? { ...result, warnings } : result;
      });
    },
    updateTicket,
    async deleteTicket(id) {
      const { path, pattern } = tickets;
      try {
        await io.write({ method: 'DELETE', path: `${path}/${id}`, pattern: `${pattern}/{id}` });
        return true;
      } catch (error) {
        if (!(error instanceof PsaRefusedError) || error.status === 401) {
          throw error;
        }
        // 404: somebody has deleted it. Anything else says that the agent may not.
        return error.status === 404;
      }
    },

    findUsers: async (query) =>
      io.all({ ...users, query: { search: 'email' in query ? query.email : query.name } }, readUserRow),
    pageUsers: () => io.pages({ ...users, query: oldestFirst }, readUserRow),
    getUser: async (id) => readOne(users, id, readUserRow),
    createUsers: async (items) =>
      io.createEach(
        users,
        items.map((item) => write.user(item)),
      ),
    async updateUser(id, changes) {
      const body = write.userChanges(changes);
      if (Object.keys(body).length > 0) {
        await post(users, id, body);
      }
    },

    searchClients: async (search) => io.all({ ...clients, query: { search } }, readHaloClient),
    pageClients: () => io.pages({ ...clients, query: oldestFirst }, readHaloClient),
    createClients: async (items) =>
      io.createEach(
        { ...clients, readMore: siteOf, foreseen: (nextId) => ({ siteId: nextId() }) },
        items.map((item) => write.client(item)),
      ),

    sitesOfClient,
    async createSites(items) {
      const results: WriteResult[] = [];
      for (const item of items) {
        results.push(await createSite(item));
      }
      return results;
    },

    lists: async () => listsOf().lists(),
    onList: async (listId, ticketIds) => listsOf().onList(listId, ticketIds),
    addListItems: async (listId, items) => listsOf().addItems(listId, items),
    listPlaces: async (listId, ticketIds) => listsOf().places(listId, ticketIds),
    async removeListItem(listId, itemId) {
      requireWritten(await listsOf().removeItem(listId, itemId));
    },

    actionsOfTicket: async (ticketId) =>
      (
        await io.all(actionsOf(ticketId, { excludesys: true }), (row) => readHaloAction(row, ticketId))
      ).filter((action) => action.ticketId === ticketId),
    async createActions(items) {
      const map = await ready();
      return await io.createEach(
        actions,
        items.map((item) => write.note(item, map)),
      );
    },

    statuses: async () => knownStatuses(await ready()),

    async searchOpportunities(search) {
      const map = await ready();
      const listing = { ...opportunities, query: { search, domain: 'opps', ...oldestFirst } };
      return await io.all(listing, (row) => readHaloOpportunity(row, map));
    },
    async getOpportunity(id) {
      const map = await ready();
      return await readOne(opportunities, id, (row) => readHaloOpportunity(row, map));
    },
    async createOpportunity(opportunity) {
      const map = await ready();
      const [result] = await io.createEach(opportunities, [write.opportunity(opportunity, map)]);
      return result ?? { ok: false, uncertain: true, message: 'The PSA gave no answer for it' };
    },
    async updateOpportunity(id, changes) {
      const body = write.opportunityChanges(changes, await ready());
      if (Object.keys(body).length > 0) {
        await post(opportunities, id, body);
      }
    },
  };
}

/** @throws PsaUncertainError, PsaRefusedError where it was not written */
function requireWritten(result: WriteResult): void {
  if (!result.ok) {
    throw result.uncertain ? new PsaUncertainError(result.message) : new PsaRefusedError(result.message, 400);
  }
}
