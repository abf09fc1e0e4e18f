import type { Logger } from '@leadbridge/platform';
import type { PsaListed, PsaListPage, PsaListPageRequest } from '@leadbridge/usecases';

import { requireWritten } from '../psa/entity.js';
import type { PsaOperations, PsaIo } from '../psa/psa-dialect.js';
import { contactOperations } from './contact-operations.js';
import { listTicketPage } from './find-tickets.js';
import { createHaloAccess, type HaloAccess } from './halo-access.js';
import { distributionListsOf } from './distribution-lists.js';
import { noLists, tagLists, type HaloLists } from './halo-lists.js';
import { knownStatuses, typeNumbers } from './halo-map.js';
import type { HaloSettings } from './halo-settings.js';
import type { InTurn } from './in-turn.js';
import type { HaloMapHolder } from './map-holder.js';
import { opportunityOperations } from './opportunity-operations.js';
import { readHaloClient, readHaloUser } from './read-halo.js';
import { ofAnyState, clients, orderOf, users } from './requests.js';
import { ticketOperations } from './ticket-operations.js';
import { createHaloWriter, fitText } from './write-halo.js';

export interface HaloParts {
  readonly settings: HaloSettings;
  /** The names of the lists that tickets may be added to after their creation. */
  readonly listNames: () => readonly string[];
  readonly doNotContactList: () => string;
  readonly map: HaloMapHolder;
  /** Shared by all sessions, because they may work on the same ticket. */
  readonly inTurn: InTurn;
  /** Whether this PSA has proven that it accepts several objects in one request. */
  readonly takesArrays: () => boolean;
  readonly logger: Logger;
}

const listingOf = { tags: 'on_creation', distribution: 'by_items', off: 'off' } as const;

/** The port of the use cases, implemented with the HaloPSA API. */
export function haloOperations(io: PsaIo, parts: HaloParts): PsaOperations {
  const { settings, map } = parts;
  const access = createHaloAccess(io, map, createHaloWriter(settings));
  return {
    findsTicketsOfUsers: true,
    listsShowFields: false,
    listing: listingOf[settings.lists],
    listsHoldContacts: settings.lists === 'distribution',
    fit: fitOf(parts),
    listPage: listPages(access, settings),
    statuses: async () => knownStatuses(await access.ready()),
    ...ticketOperations(access, {
      logger: parts.logger,
      takesArrays: () => settings.writeBatch > 1 && parts.takesArrays(),
    }),
    ...contactOperations(access, settings.linkedinField),
    ...opportunityOperations(access),
    ...listOperations(access, parts),
  };
}

function fitOf({ settings, map }: HaloParts): PsaOperations['fit'] {
  return (field, text) => {
    if (field === 'client.name') {
      return text;
    }
    if (field === 'user.linkedin_url') {
      return settings.linkedinField === null ? '' : text;
    }
    return map.latest === null ? text : fitText(map.latest.fields.get(field), text);
  };
}

/** Pages of whole lists, for the mirror. */
function listPages({ io, ready }: HaloAccess, { linkedinField }: HaloSettings): PsaOperations['listPage'] {
  const readers: {
    readonly [K in keyof PsaListed]: (request: PsaListPageRequest) => Promise<PsaListPage<PsaListed[K]>>;
  } = {
    tickets: async (request) => listTicketPage(io, await ready(), typeNumbers.lead, request),
    contacts: async ({ page, order }) =>
      io.page(
        { ...users, query: { ...orderOf(order), ...ofAnyState } },
        (row) => readHaloUser(row, linkedinField),
        page,
      ),
    clients: async ({ page, order }) => io.page({ ...clients, query: orderOf(order) }, readHaloClient, page),
  };
  return async (kind, request) => readers[kind](request);
}

function listOperations(access: HaloAccess, { settings, listNames, doNotContactList, inTurn }: HaloParts) {
  // The names are settings, which may have changed since the last call.
  const current = (): HaloLists => {
    switch (settings.lists) {
      case 'tags':
        return tagLists(access.io, listNames(), access.tryPost, inTurn);
      case 'distribution':
        return distributionListsOf(access, doNotContactList());
      case 'off':
        return noLists;
    }
  };
  return {
    lists: async () => current().lists(),
    onList: async (listId, ticketIds) => current().onList(listId, ticketIds),
    addListItems: async (listId, items) => current().addItems(listId, items),
    listPlaces: async (listId, ticketIds) => current().places(listId, ticketIds),
    async removeListItem(listId, itemId) {
      requireWritten(await current().removeItem(listId, itemId));
    },
  } satisfies Partial<PsaOperations>;
}
