import type { WriteResult } from '@leadbridge/usecases';

import type { PsaIo } from '../psa/psa-dialect.js';
import { readNamed } from '../psa/read-entities.js';
import { isJsonRecord, readField, readId, readText } from '../psa/read-json.js';
import { readRow } from './halo-access.js';
import type { HaloLists, WriteOne } from './halo-lists.js';
import { normalName } from './halo-map.js';
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
  async function add(listId: number, userIds: readonly number[]): Promise<WriteResult> {
    const list = await readRow(io, distributionLists, listId);
    const name = list === null ? null : readText(readField(list, 'name'));
    const isDoNotContact = name !== null && normalName(name) === normalName(doNotContact);
    const unmarked = isDoNotContact ? await mark(write, userIds) : null;
    const addtheseusers = userIds.map((id) => ({ id }));
    return unmarked ?? (await write(distributionLists, listId, { addtheseusers }));
  }

  const places: HaloLists['places'] = async (listId, ticketIds) => {
    const users = await usersOn(io, listId);
    const found = new Map<number, readonly number[]>();
    for (const ticketId of ticketIds) {
      const user = await userOf(io, ticketId);
      if (user !== null && users.has(user)) {
        found.set(ticketId, [user]);
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
      const users = new Map<number, number | null>();
      for (const { ticket_id: ticketId } of items) {
        users.set(ticketId, await userOf(io, ticketId));
      }
      const userIds = [...new Set(users.values())].filter((id) => id !== null);
      const written = userIds.length === 0 ? withoutContact : await add(listId, userIds);
      return items.map(({ ticket_id: ticketId }) => {
        const userId = users.get(ticketId) ?? null;
        return userId === null ? withoutContact : written.ok ? { ok: true, id: userId } : written;
      });
    },
  };
}

/**
 * Returns the first mark that was not accepted; the list counts as filled only once all members are marked.
 */
async function mark(write: WriteOne, userIds: readonly number[]): Promise<WriteResult | null> {
  for (const id of userIds) {
    const result = await write(contacts, id, noMailings);
    if (!result.ok) {
      return result;
    }
  }
  return null;
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
