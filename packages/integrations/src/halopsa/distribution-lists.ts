import type { WriteResult } from '@leadbridge/usecases';

import type { PsaIo } from '../psa/psa-dialect.js';
import { readNamed } from '../psa/read-entities.js';
import { isJsonRecord, readField, readId, readText } from '../psa/read-json.js';
import { readRow } from './halo-access.js';
import type { HaloLists, WriteOne } from './halo-lists.js';
import { normalName } from './halo-map.js';
import { orRefusal } from './or-refusal.js';
import { distributionLists, tickets, users as contacts } from './requests.js';

/** These fields make a HaloPSA send a contact no more mailings. */
const noMailings = { unsubscribed: true, dontaddtomailinglist: true } as const;

/**
 * Distribution lists, whose members are contacts: a ticket is on a list if its contact is.
 *
 * @param doNotContact the name of the list whose members are also marked, so that the PSA itself sends them
 * no mailings
 */
export function distributionListsOf(io: PsaIo, write: WriteOne, doNotContact: string): HaloLists {
  /** The result of each contact. */
  async function add(listId: number, userIds: readonly number[]): Promise<ReadonlyMap<number, WriteResult>> {
    const list = await readRow(io, distributionLists, listId);
    const name = list === null ? null : readText(readField(list, 'name'));
    const isDoNotContact = name !== null && normalName(name) === normalName(doNotContact);
    const unmarked = isDoNotContact ? await mark(write, userIds) : new Map<number, WriteResult>();
    const members = userIds.filter((id) => !unmarked.has(id));
    const addtheseusers = members.map((id) => ({ id }));
    const written = members.length === 0 ? null : await write(distributionLists, listId, { addtheseusers });
    const added = members.map((id): [number, WriteResult] => [
      id,
      written?.ok === false ? written : { ok: true, id },
    ]);
    return new Map<number, WriteResult>([...unmarked, ...added]);
  }

  const places: HaloLists['places'] = async (listId, ticketIds) => {
    const users = await usersOn(io, listId);
    const found = new Map<number, readonly number[]>();
    for (const ticketId of ticketIds) {
      const user = await orRefusal(userOf(io, ticketId));
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
    removeItem: async (listId, id) => write(distributionLists, listId, { removetheseusers: [{ id }] }),

    async addItems(listId, items) {
      const users = new Map<number, number>();
      const failed = new Map<number, WriteResult>();
      for (const { ticket_id: ticketId } of items) {
        const user = await orRefusal(userOf(io, ticketId));
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

async function userOf(io: PsaIo, ticketId: number): Promise<number | null> {
  const row = await readRow(io, tickets, ticketId);
  return row === null ? null : readId(readField(row, 'user_id'));
}

async function usersOn(io: PsaIo, listId: number): Promise<ReadonlySet<number | null>> {
  const row = await readRow(io, distributionLists, listId);
  const members = row === null ? [] : readField(row, 'members');
  return new Set(
    (Array.isArray(members) ? members.filter(isJsonRecord) : []).map((member) =>
      readId(readField(member, 'user_id')),
    ),
  );
}

const withoutContact: WriteResult = { ok: false, uncertain: false, message: 'The ticket has no contact' };
