import { createHash } from 'node:crypto';

import type { NewPsaListItem, PsaList, WriteResult } from '@leadbridge/usecases';

import type { PsaEntity } from '../psa/entity.js';
import type { PsaIo } from '../psa/psa-dialect.js';
import { readTags } from './read-halo.js';
import { readRow } from './halo-access.js';
import type { InTurn } from './in-turn.js';
import type { TicketLock } from './ticket-locks.js';
import { orRefusal } from './or-refusal.js';
import { tickets } from './requests.js';

/** How lists are represented in a HaloPSA. */
export interface HaloLists {
  lists(): Promise<readonly PsaList[]>;
  onList(listId: number, ticketIds: readonly number[]): Promise<ReadonlySet<number>>;
  addItems(listId: number, items: readonly NewPsaListItem[]): Promise<readonly WriteResult[]>;
  places(listId: number, ticketIds: ReadonlySet<number>): Promise<ReadonlyMap<number, readonly number[]>>;
  removeItem(listId: number, itemId: number): Promise<WriteResult>;
}

export type WriteOne = (entity: PsaEntity, id: number, changes: object) => Promise<WriteResult>;

/**
 * Lists as tags of the ticket. A new ticket gets them when it is created; this is for existing tickets. A
 * POST replaces the tags of a ticket, so the existing ones are sent back with the new one.
 *
 * @param names the possible lists; a tag needs no setup, and its number is derived from its name
 */
export function tagLists(io: PsaIo, names: readonly string[], write: WriteOne, inTurn: InTurn): HaloLists {
  const nameOf = new Map(names.map((name) => [tagNumber(name), name]));

  async function tagsOf(ticketId: number): Promise<readonly string[]> {
    const row = await readRow(io, tickets, ticketId);
    return row === null ? [] : readTags(row);
  }

  async function replaceTags(id: number, tags: readonly string[], lock: TicketLock): Promise<WriteResult> {
    await lock.assertHeld();
    return await write(tickets, id, { tags: tags.map((text) => ({ text })) });
  }

  async function addTag(id: number, tag: string, lock: TicketLock): Promise<WriteResult> {
    const before = await tagsOf(id);
    return before.includes(tag) ? { ok: true, id } : await replaceTags(id, [...before, tag], lock);
  }

  async function removeTag(id: number, tag: string | undefined, lock: TicketLock): Promise<WriteResult> {
    const before = await tagsOf(id);
    const left = before.filter((each) => each !== tag);
    return left.length === before.length ? { ok: true, id } : await replaceTags(id, left, lock);
  }

  return {
    lists: async () => Promise.resolve([...nameOf].map(([id, name]) => ({ id, name }))),

    async onList(listId, ticketIds) {
      const tag = nameOf.get(listId);
      const tagged = new Set<number>();
      for (const ticketId of ticketIds) {
        const tags = tag === undefined ? null : await orRefusal(tagsOf(ticketId));
        if (tag !== undefined && tags?.ok === true && tags.value.includes(tag)) {
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
        const added = await orRefusal(inTurn(id, async (lock) => addTag(id, tag, lock)));
        results.push(added.ok ? added.value : added);
      }
      return results;
    },

    // A tag has no id of its own on a ticket, so the ticket's id is used; its tags are read when one is
    // removed.
    places: async (_listId, ticketIds) => Promise.resolve(new Map([...ticketIds].map((id) => [id, [id]]))),

    removeItem: async (listId, id) => inTurn(id, async (lock) => removeTag(id, nameOf.get(listId), lock)),
  };
}

/** The same number for a name in every process. */
function tagNumber(name: string): number {
  return createHash('sha256').update(name).digest().readUIntBE(0, 6) + 1;
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
