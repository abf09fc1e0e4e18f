import { createHash } from 'node:crypto';

import type { NewPsaListItem, PsaList, WriteResult } from '@leadbridge/usecases';

import type { PsaIo } from '../psa/psa-dialect.js';
import { isJsonRecord, readField, readId, readText } from '../psa/read-json.js';
import { readNamed } from '../psa/read-entities.js';
import { readTags } from './read-halo.js';
import { readRow } from './halo-access.js';
import { normalName } from './halo-map.js';
import type { InTurn } from './in-turn.js';
import { distributionLists, type HaloEntity, tickets, users as contacts } from './requests.js';

/** What stands for lists in a HaloPSA. */
export interface HaloLists {
  lists(): Promise<readonly PsaList[]>;
  onList(listId: number, ticketIds: readonly number[]): Promise<ReadonlySet<number>>;
  addItems(listId: number, items: readonly NewPsaListItem[]): Promise<readonly WriteResult[]>;
  places(listId: number, ticketIds: ReadonlySet<number>): Promise<ReadonlyMap<number, readonly number[]>>;
  removeItem(listId: number, itemId: number): Promise<WriteResult>;
}

type WriteOne = (entity: HaloEntity, id: number, changes: object) => Promise<WriteResult>;

/**
 * Lists as tags of the ticket. A new ticket gets them with its creation; this is for tickets that are there already. A POST replaces the
 * tags of a ticket, so those that it has are sent back with the new one.
 *
 * @param names the lists that there may be; a tag needs no setting up, and its number is made of its name
 */
export function tagLists(io: PsaIo, names: readonly string[], write: WriteOne, inTurn: InTurn): HaloLists {
  const nameOf = new Map(names.map((name) => [tagNumber(name), name]));

  async function tagsOf(ticketId: number): Promise<readonly string[]> {
    const row = await readRow(io, tickets, ticketId);
    return row === null ? [] : readTags(row);
  }

  async function addTag(id: number, tag: string): Promise<WriteResult> {
    const before = await tagsOf(id);
    const tags = [...before, tag].map((text) => ({ text }));
    return before.includes(tag) ? { ok: true, id } : await write(tickets, id, { tags });
  }

  async function removeTag(id: number, tag: string | undefined): Promise<WriteResult> {
    const before = await tagsOf(id);
    const left = before.filter((each) => each !== tag);
    return left.length === before.length
      ? { ok: true, id }
      : await write(tickets, id, { tags: left.map((text) => ({ text })) });
  }

  return {
    lists: async () => Promise.resolve([...nameOf].map(([id, name]) => ({ id, name }))),

    async onList(listId, ticketIds) {
      const tag = nameOf.get(listId);
      const tagged = new Set<number>();
      for (const ticketId of ticketIds) {
        if (tag !== undefined && (await tagsOf(ticketId)).includes(tag)) {
          tagged.add(ticketId);
        }
      }
      return tagged;
    },

    async addItems(listId, items) {
      const tag = nameOf.get(listId);
      if (tag === undefined) {
        return items.map(() => ({ ok: false, uncertain: false, message: 'There is no list with this id' }));
      }
      const results: WriteResult[] = [];
      for (const { ticket_id: id } of items) {
        results.push(await inTurn(id, async () => addTag(id, tag)));
      }
      return results;
    },

    // A tag has no number of its own on a ticket: the ticket's stands for it, and its tags are read when it is taken off.
    places: async (_listId, ticketIds) => Promise.resolve(new Map([...ticketIds].map((id) => [id, [id]]))),

    removeItem: async (listId, id) => inTurn(id, async () => removeTag(id, nameOf.get(listId))),
  };
}

/** The same for one name in every process. */
function tagNumber(name: string): number {
  return createHash('sha256').update(name).digest().readUIntBE(0, 6) + 1;
}

/** By these a HaloPSA itself sends a contact no more mailings. */
const noMailings = { unsubscribed: true, dontaddtomailinglist: true } as const;

/**
 * Distribution lists, whose members are contacts: a ticket is on a list where its contact is.
 *
 * @param doNotContact the name of the list whose members are also marked, so that the PSA itself writes them no more
 */
export function distributionListsOf(io: PsaIo, write: WriteOne, doNotContact: string): HaloLists {
  async function isDoNotContact(listId: number): Promise<boolean> {
    const row = await readRow(io, distributionLists, listId);
    const name = row === null ? null : readText(readField(row, 'name'));
    return name !== null && normalName(name) === normalName(doNotContact);
  }

  /** The first mark that was not taken; the list counts as filled only with all of them. */
  async function mark(userIds: readonly number[]): Promise<WriteResult | null> {
    for (const id of userIds) {
      const result = await write(contacts, id, noMailings);
      if (!result.ok) {
        return result;
      }
    }
    return null;
  }

  async function userOf(ticketId: number): Promise<number | null> {
    const row = await readRow(io, tickets, ticketId);
    return row === null ? null : readId(readField(row, 'user_id'));
  }

  async function usersOn(listId: number): Promise<ReadonlySet<number | null>> {
    const row = await readRow(io, distributionLists, listId);
    const members = row === null ? [] : readField(row, 'members');
    return new Set(
      (Array.isArray(members) ? members.filter(isJsonRecord) : []).map((member) =>
        readId(readField(member, 'user_id')),
      ),
    );
  }

  return {
    lists: async () => io.all({ ...distributionLists, isPaged: false }, readNamed),

    async onList(listId, ticketIds) {
      const users = await usersOn(listId);
      const listed = new Set<number>();
      for (const ticketId of ticketIds) {
        if (users.has(await userOf(ticketId))) {
          listed.add(ticketId);
        }
      }
      return listed;
    },

    async addItems(listId, items) {
      const users = new Map<number, number | null>();
      for (const { ticket_id: ticketId } of items) {
        users.set(ticketId, await userOf(ticketId));
      }
      const userIds = [...new Set(users.values())].filter((id) => id !== null);
      const addtheseusers = userIds.map((id) => ({ id }));
      const unmarked = (await isDoNotContact(listId)) ? await mark(userIds) : null;
      const written: WriteResult =
        addtheseusers.length === 0
          ? { ok: false, uncertain: false, message: 'The ticket has no contact' }
          : (unmarked ?? (await write(distributionLists, listId, { addtheseusers })));
      return items.map(({ ticket_id: ticketId }) =>
        users.get(ticketId) === null
          ? { ok: false, uncertain: false, message: 'The ticket has no contact' }
          : written.ok
            ? { ok: true, id: ticketId }
            : written,
      );
    },

    async places(listId, ticketIds) {
      const users = await usersOn(listId);
      const places = new Map<number, readonly number[]>();
      for (const ticketId of ticketIds) {
        const user = await userOf(ticketId);
        if (user !== null && users.has(user)) {
          places.set(ticketId, [user]);
        }
      }
      return places;
    },

    removeItem: async (listId, userId) =>
      write(distributionLists, listId, { removetheseusers: [{ id: userId }] }),
  };
}

export const noLists: HaloLists = {
  lists: async () => Promise.resolve([]),
  onList: async () => Promise.resolve(new Set<number>()),
  places: async () => Promise.resolve(new Map<number, readonly number[]>()),
  removeItem: async (_listId, id) => Promise.resolve({ ok: true, id }),
  addItems: async (_listId, items) =>
    Promise.resolve(
      items.map(() => ({ ok: false, uncertain: false, message: 'Lists are switched off (PSA_LISTS)' })),
    ),
};
