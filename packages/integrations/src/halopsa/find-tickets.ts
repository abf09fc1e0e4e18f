import { cleanEmail, contactKeys, DO_NOT_CONTACT_FIELD, emailKey } from '@leadbridge/domain';
import type { TicketSnapshot } from '@leadbridge/domain';
import { PsaRefusedError } from '@leadbridge/usecases';
import type { PsaListPage, PsaListPageRequest, PsaPage, TicketQuery } from '@leadbridge/usecases';

import type { PsaListing, PsaIo } from '../psa/psa-dialect.js';
import type { JsonRecord } from '../psa/read-json.js';
import { readRow } from './halo-access.js';
import { type HaloMap, typeNumbers } from './halo-map.js';
import { readHaloUser, readTicketRow, readWholeHaloTicket, typeOf } from './read-halo.js';
import {
  key as keyField,
  newestFirst,
  ofAnyState,
  oldestFirst,
  orderOf,
  tickets,
  users,
} from './requests.js';
import type { HaloOrder } from './requests.js';

/**
 * A PSA that does not know a filter returns the whole tenant; at most this many rows are checked for our key.
 */
const maxRowsWithoutKey = 5;
const ourTypes: ReadonlySet<number> = new Set([typeNumbers.lead, typeNumbers.prospect]);

interface Row {
  readonly type: number;
  readonly ticket: TicketSnapshot | null;
}

/** The list of tickets of a type, with their opt-outs. */
function ticketsOf(
  query: NonNullable<PsaListing['query']>,
  type: number | undefined,
  map: HaloMap,
  order: HaloOrder = oldestFirst,
): PsaListing {
  const wire = type === undefined ? undefined : map.typeIds.get(type);
  return {
    ...tickets,
    query: {
      ...query,
      ...optOutFlag(map),
      ...(wire === undefined
        ? {}
        : { requesttype_id: wire, domain: type === typeNumbers.opportunity ? 'opps' : 'reqs' }),
      ...order,
    },
  };
}

/**
 * Rows include only the custom fields that are requested, and only if the build supports that; the opt-out is
 * needed.
 */
function optOutFlag(map: HaloMap): NonNullable<PsaListing['query']> {
  const field = map.fields.get(DO_NOT_CONTACT_FIELD);
  return field === undefined ? {} : { include_custom_fields: field.id };
}

/**
 * Pages of the tickets that were requested. A PSA ignores a filter that it does not know and returns
 * everything, so reading stops if the first page contains no matching row.
 *
 * @throws PsaRefusedError
 */
async function* guardedPages(
  io: PsaIo,
  listing: PsaListing,
  map: HaloMap,
  isMeant: (row: Row) => boolean,
): AsyncGenerator<PsaPage<TicketSnapshot>> {
  const read = (row: JsonRecord): Row => ({ type: typeOf(row, map), ticket: readTicketRow(row, map) });
  let isFirst = true;
  for await (const page of io.pages(listing, read)) {
    const meant = page.items.filter(isMeant);
    if (isFirst && page.items.length > 0 && meant.length === 0) {
      throw ignoredFilter(listing);
    }
    isFirst = false;
    yield { ...page, items: meant.flatMap(({ ticket }) => ticket ?? []) };
  }
}

/** One page of the tickets of a type. @throws PsaRefusedError if the PSA returns something else */
export async function listTicketPage(
  io: PsaIo,
  map: HaloMap,
  type: number,
  { page, order }: PsaListPageRequest,
): Promise<PsaListPage<TicketSnapshot>> {
  const listing = ticketsOf({}, type, map, orderOf(order));
  const read = (row: JsonRecord): Row => ({ type: typeOf(row, map), ticket: readTicketRow(row, map) });
  const found = await io.page(listing, read, page);
  const meant = found.items.filter((row) => row.type === type);
  if (page === 1 && found.items.length > 0 && meant.length === 0) {
    throw ignoredFilter(listing);
  }
  return { ...found, items: meant.flatMap(({ ticket }) => ticket ?? []) };
}

function ignoredFilter({ pattern, query }: PsaListing): PsaRefusedError {
  return new PsaRefusedError(
    `The PSA ignores a filter of ${pattern} (${Object.keys(query ?? {}).join(', ')}): it returns what was not requested`,
    400,
  );
}

/** Pages through the tickets of a type. */
export function pageTickets(io: PsaIo, map: HaloMap, type: number): AsyncIterable<PsaPage<TicketSnapshot>> {
  return guardedPages(io, ticketsOf({}, type, map, newestFirst), map, (row) => row.type === type);
}

async function collect(pages: AsyncIterable<PsaPage<TicketSnapshot>>): Promise<readonly TicketSnapshot[]> {
  const found: TicketSnapshot[] = [];
  for await (const { items } of pages) {
    found.push(...items);
  }
  return found;
}

/**
 * The tickets of a person, by the cheapest and most reliable way: the key that we gave the ticket, then the
 * contact, and only then the search. Only tickets of our types count; a person's incidents do not.
 */
export async function findTickets(
  io: PsaIo,
  map: HaloMap,
  { clientId, key, userIds, tickettypeId, email, person, phone }: TicketQuery,
): Promise<readonly TicketSnapshot[]> {
  const isOurs = ({ tickettypeId: type }: TicketSnapshot): boolean =>
    tickettypeId === undefined ? ourTypes.has(type) : type === tickettypeId;
  if (clientId !== undefined) {
    const ofClient = ({ ticket }: Row): boolean => ticket === null || ticket.clientId === clientId;
    const pages = guardedPages(io, ticketsOf({ client_id: clientId }, tickettypeId, map), map, ofClient);
    return (await collect(pages)).filter(isOurs);
  }
  const byKey = key === undefined || !map.hasKeyFilter ? [] : await findByKey(io, map, key);
  const contacts = await contactsOf(io, { userIds, email });
  const ofContacts = await Promise.all(
    contacts.map(async (userId) => findByUser(io, map, userId, tickettypeId)),
  );
  const found = [...byKey, ...ofContacts.flat()].filter(isOurs);
  const search = email ?? person ?? phone;
  if (found.length > 0 || search === undefined) {
    return distinct(found);
  }
  const types = tickettypeId === undefined ? [...ourTypes] : [tickettypeId];
  const bySearch = await Promise.all(
    types.map(async (type) =>
      collect(guardedPages(io, ticketsOf({ search }, type, map), map, (row) => row.type === type)),
    ),
  );
  return distinct(bySearch.flat());
}

/**
 * The tickets with one of our keys. A build may omit the key from its rows; then a few rows are read
 * individually.
 */
export async function findByKey(io: PsaIo, map: HaloMap, key: string): Promise<readonly TicketSnapshot[]> {
  const listing = ticketsOf({ [keyField]: key }, undefined, map);
  const [first] = await takeFirst(io.pages(listing, (row) => readTicketRow(row, map)));
  const items = first?.items ?? [];
  const bearing = items.filter(({ ownKey }) => ownKey === key);
  const silent = items.filter(({ ownKey }) => ownKey === undefined);
  const read =
    silent.length > maxRowsWithoutKey
      ? []
      : await Promise.all(
          silent.map(async ({ id }) => {
            const row = await readRow(io, tickets, id);
            return row === null ? null : readWholeHaloTicket(row, map);
          }),
        );
  // One page is enough: no key has a hundred tickets.
  return [...bearing, ...read.filter((ticket) => ticket !== null).filter(({ ownKey }) => ownKey === key)];
}

async function findByUser(
  io: PsaIo,
  map: HaloMap,
  userId: number,
  type: number | undefined,
): Promise<readonly TicketSnapshot[]> {
  const ofUser = ({ ticket }: Row): boolean => ticket === null || ticket.userId === userId;
  return await collect(guardedPages(io, ticketsOf({ user_id: userId }, type, map), map, ofUser));
}

/**
 * The contacts of a person: the known ones, else those with exactly this address as their first or any other
 * address.
 */
async function contactsOf(
  io: PsaIo,
  { userIds, email }: { readonly userIds: readonly number[] | undefined; readonly email: string | undefined },
): Promise<readonly number[]> {
  if (userIds !== undefined && userIds.length > 0) {
    return userIds;
  }
  if (email === undefined) {
    return [];
  }
  const hits = await io.all({ ...users, query: { search: email, ...ofAnyState } }, (row) =>
    readHaloUser(row, null),
  );
  const key = emailKey(cleanEmail(email) ?? email);
  return hits.filter((user) => contactKeys(user).includes(key)).map(({ id }) => id);
}

function distinct(found: readonly TicketSnapshot[]): readonly TicketSnapshot[] {
  return [...new Map(found.map((ticket) => [ticket.id, ticket])).values()];
}

/** The first item of a sequence in an array; empty if the sequence is empty. The rest is not requested. */
async function takeFirst<T>(sequence: AsyncIterable<T>): Promise<readonly T[]> {
  const iterator = sequence[Symbol.asyncIterator]();
  const first = await iterator.next();
  await iterator.return?.();
  return first.done === true ? [] : [first.value];
}
