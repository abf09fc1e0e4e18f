import type { PsaListPageRequest } from '@leadbridge/usecases';

import { entity, type PsaEntity } from '../psa/entity.js';
import type { PsaListing } from '../psa/psa-dialect.js';
import type { PsaRequest } from '../psa/psa-requests.js';

export const tickets = entity('Tickets', 'tickets');
export const users = entity('Users', 'users');
/**
 * All contacts including inactive ones, because their tickets and opt-outs count. A build that does not know
 * the filter ignores it.
 */
export const ofAnyState = { includeactive: true, includeinactive: true } as const;
export const clients = entity('Client', 'clients');
export const sites = entity('Site', 'sites');
export const actions = entity('Actions', 'actions');
export const opportunities = entity('Opportunities', 'tickets');
export const distributionLists = entity('DistributionLists', 'distributionlists');

/** The field and the filter for keys of other systems. */
export const key = 'third_party_id_string';

/** Booleans in queries must be words: `orderdesc=1` sorts the other way. */
export const oldestFirst = { order: 'id', orderdesc: false } as const;
/**
 * The order in which long lists are read. What leaves such a list meanwhile shows in its count, whatever is added; with the oldest first, what is
 * added makes up for it.
 */
export const newestFirst = { order: 'id', orderdesc: true } as const;

export type HaloOrder = typeof oldestFirst | typeof newestFirst;

export function orderOf(order: PsaListPageRequest['order']): HaloOrder {
  return order === 'newest_first' ? newestFirst : oldestFirst;
}

export function lookUp(path: string, query: NonNullable<PsaRequest['query']> = {}): PsaRequest {
  return { method: 'GET', path, pattern: path, query };
}

/** One entity with all its fields, bypassing any cache. */
export function one({ path, pattern }: PsaEntity, id: number): PsaRequest {
  return {
    method: 'GET',
    path: `${path}/${id}`,
    pattern: `${pattern}/{id}`,
    query: { includedetails: true, nocache: true },
  };
}

/** The actions of a ticket, which are returned in one response. */
export function actionsOf(ticketId: number, query: NonNullable<PsaRequest['query']>): PsaListing {
  return { ...actions, isPaged: false, query: { ticket_id: ticketId, count: 200, ...query } };
}
