import type { WriteResult } from '@leadbridge/usecases';

import type { PsaIo } from '../psa/psa-dialect.js';
import { readNamed } from '../psa/read-entities.js';
import { isJsonRecord, type JsonRecord, readField, readId, readText } from '../psa/read-json.js';
import { type HaloAccess, readRow } from './halo-access.js';
import type { HaloLists, WriteOne } from './halo-lists.js';
import { type HaloMap, normalName } from './halo-map.js';
import { orRefusal } from './or-refusal.js';
import { distributionLists, tickets, users as contacts } from './requests.js';
import { ticketsByIds } from './tickets-by-ids.js';

type UserOfTicket = Awaited<ReturnType<typeof orRefusal<number | null>>>;

/** These fields make a HaloPSA send a contact no more mailings. */
const noMailings = { unsubscribed: true, dontaddtomailinglist: true } as const;

/**
 * Distribution lists, whose members are contacts: a ticket is on a list if its contact is.
 *
 * @param doNotContact the name of the list whose members are also marked, so that the PSA itself sends them
 * no mailings
 */
export function distributionListsOf(
  { io, ready, tryPost: write }: HaloAccess,
  doNotContact: string,
): HaloLists {
  /** The result of each contact. */
  async function add(listId: number, userIds: readonly number[]): Promise<ReadonlyMap<number, WriteResult>> {
    const list = await readRow(io, distributionLists, listId);
    const name = list === null ? null : readText(readField(list, 'name'));
    const isDoNotContact = name !== null && normalName(name) === normalName(doNotContact);
    const unmarked = isDoNotContact ? await mark(write, userIds) : new Map<number, WriteResult>();
    const members = list === null ? new Set<number>() : membersOf(list);
    const known = userIds.map((id): readonly [number, WriteResult] => [
      id,
      members.has(id) ? { ok: true, id, wasThere: true } : noList,
    ]);
    const missing = userIds.filter((id) => !unmarked.has(id) && !members.has(id));
    const added = list === null ? [] : await join(write, listId, missing);
    return new Map([...known, ...added, ...unmarked]);
  }

  const places: HaloLists['places'] = async (listId, ticketIds) => {
    const users = await usersOn(io, listId);
    const found = new Map<number, readonly number[]>();
    for (const [ticketId, user] of await usersOf(io, await ready(), [...ticketIds])) {
      if (user.ok && user.value !== null && users.has(user.value)) {
        found.set(ticketId, [user.value]);
      }
    }
    return found;
  };

  return {
    lists: async () => io.all({ ...distributionLists, isPaged: false }, readNamed),
    places,
    onList: async (listId, ticketIds) => new Set((await places(listId, new Set(ticketIds))).keys()),
    async removeItem(listId, id) {
      const removed = await write(distributionLists, listId, { removetheseusers: [{ id }] });
      const isGone = !removed.ok && (await readRow(io, distributionLists, listId)) === null;
      return isGone ? { ok: true, id } : removed;
    },

    async addItems(listId, items) {
      const users = new Map<number, number>();
      const failed = new Map<number, WriteResult>();
      const ticketIds = items.map(({ ticket_id: ticketId }) => ticketId);
      for (const [ticketId, user] of await usersOf(io, await ready(), ticketIds)) {
        if (user.ok && user.value !== null) {
          users.set(ticketId, user.value);
        } else {
          failed.set(ticketId, user.ok ? withoutContact : user);
        }
      }
      const added = users.size === 0 ? null : await add(listId, [...new Set(users.values())]);
      return items.map(
        ({ ticket_id: ticketId }) =>
          failed.get(ticketId) ?? added?.get(users.get(ticketId) ?? 0) ?? withoutContact,
      );
    },
  };
}

/** The contacts that could not be marked: they are no members until they are. */
async function mark(
  write: WriteOne,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Extract<WriteResult, { ok: false }>>> {
  const unmarked = new Map<number, Extract<WriteResult, { ok: false }>>();
  for (const id of userIds) {
    const result = await write(contacts, id, noMailings);
    if (!result.ok) {
      unmarked.set(id, result);
    }
  }
  return unmarked;
}

/**
 * Adds contacts to a list. One of them, such as one that somebody has deleted, may be why the PSA refuses them together:
 * the halves are sent then, unless the first two that are sent alone are refused too.
 */
async function join(
  write: WriteOne,
  listId: number,
  userIds: readonly number[],
): Promise<readonly (readonly [number, WriteResult])[]> {
  let isAnyTaken = false;
  const refusedAlone: WriteResult[] = [];
  const send = async (ids: readonly number[]): Promise<readonly (readonly [number, WriteResult])[]> => {
    const takesNobody = isAnyTaken ? undefined : refusedAlone[1];
    const addtheseusers = ids.map((id) => ({ id }));
    const result = takesNobody ?? (await write(distributionLists, listId, { addtheseusers }));
    const isRefused = !result.ok && !result.uncertain;
    if (isRefused && takesNobody === undefined && ids.length > 1) {
      const middle = Math.ceil(ids.length / 2);
      return [...(await send(ids.slice(0, middle))), ...(await send(ids.slice(middle)))];
    }
    isAnyTaken ||= result.ok;
    refusedAlone.push(...(isRefused ? [result] : []));
    return ids.map((id) => [id, result.ok ? { ok: true, id } : result] as const);
  };
  return userIds.length === 0 ? [] : await send(userIds);
}

/** The contact of each ticket, as far as the PSA shows it. */
async function usersOf(
  io: PsaIo,
  map: HaloMap,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<number, UserOfTicket>> {
  const read = (row: JsonRecord) => {
    const [id, userId] = [readId(readField(row, 'id')), readId(readField(row, 'user_id'))];
    return id === null ? null : { id, userId };
  };
  const listed =
    ticketIds.length < 2 ? null : await orRefusal(ticketsByIds({ io, map }, ticketIds, {}, read));
  const userIds = new Map((listed?.ok === true ? listed.value : []).map(({ id, userId }) => [id, userId]));
  const users = new Map<number, UserOfTicket>();
  for (const ticketId of ticketIds) {
    const value = userIds.get(ticketId) ?? null;
    users.set(ticketId, value === null ? await orRefusal(userOf(io, ticketId)) : { ok: true, value });
  }
  return users;
}

async function userOf(io: PsaIo, ticketId: number): Promise<number | null> {
  const row = await readRow(io, tickets, ticketId);
  return row === null ? null : readId(readField(row, 'user_id'));
}

async function usersOn(io: PsaIo, listId: number): Promise<ReadonlySet<number>> {
  const row = await readRow(io, distributionLists, listId);
  return row === null ? new Set() : membersOf(row);
}

function membersOf(list: JsonRecord): ReadonlySet<number> {
  const members = readField(list, 'members');
  return new Set(
    (Array.isArray(members) ? members.filter(isJsonRecord) : []).flatMap(
      (member) => readId(readField(member, 'user_id')) ?? [],
    ),
  );
}

const noList: WriteResult = { ok: false, uncertain: false, message: 'There is no list with this id' };
const withoutContact: WriteResult = { ok: false, uncertain: false, message: 'The ticket has no contact' };
