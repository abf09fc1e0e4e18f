import type { NewPsaListItem, PsaList, WriteResult } from '@leadbridge/usecases';

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
  return new DistributionLists(io, write, doNotContact);
}

class DistributionLists implements HaloLists {
  readonly #io: PsaIo;
  readonly #write: WriteOne;
  readonly #doNotContact: string;

  constructor(io: PsaIo, write: WriteOne, doNotContact: string) {
    this.#io = io;
    this.#write = write;
    this.#doNotContact = doNotContact;
  }

  async lists(): Promise<readonly PsaList[]> {
    return await this.#io.all({ ...distributionLists, isPaged: false }, readNamed);
  }

  async onList(listId: number, ticketIds: readonly number[]): Promise<ReadonlySet<number>> {
    return new Set((await this.places(listId, new Set(ticketIds))).keys());
  }

  async addItems(listId: number, items: readonly NewPsaListItem[]): Promise<readonly WriteResult[]> {
    const users = new Map<number, number | null>();
    for (const { ticket_id: ticketId } of items) {
      users.set(ticketId, await this.#userOf(ticketId));
    }
    const userIds = [...new Set(users.values())].filter((id) => id !== null);
    const written = userIds.length === 0 ? withoutContact : await this.#add(listId, userIds);
    return items.map(({ ticket_id: ticketId }) => {
      const userId = users.get(ticketId) ?? null;
      return userId === null ? withoutContact : written.ok ? { ok: true, id: userId } : written;
    });
  }

  async places(
    listId: number,
    ticketIds: ReadonlySet<number>,
  ): Promise<ReadonlyMap<number, readonly number[]>> {
    const users = await this.#usersOn(listId);
    const places = new Map<number, readonly number[]>();
    for (const ticketId of ticketIds) {
      const user = await this.#userOf(ticketId);
      if (user !== null && users.has(user)) {
        places.set(ticketId, [user]);
      }
    }
    return places;
  }

  async removeItem(listId: number, userId: number): Promise<WriteResult> {
    return await this.#write(distributionLists, listId, { removetheseusers: [{ id: userId }] });
  }

  async #add(listId: number, userIds: readonly number[]): Promise<WriteResult> {
    const unmarked = (await this.#isDoNotContact(listId)) ? await this.#mark(userIds) : null;
    const addtheseusers = userIds.map((id) => ({ id }));
    return unmarked ?? (await this.#write(distributionLists, listId, { addtheseusers }));
  }

  async #isDoNotContact(listId: number): Promise<boolean> {
    const row = await readRow(this.#io, distributionLists, listId);
    const name = row === null ? null : readText(readField(row, 'name'));
    return name !== null && normalName(name) === normalName(this.#doNotContact);
  }

  /**
   * Returns the first mark that was not accepted; the list counts as filled only once all members are marked.
   */
  async #mark(userIds: readonly number[]): Promise<WriteResult | null> {
    for (const id of userIds) {
      const result = await this.#write(contacts, id, noMailings);
      if (!result.ok) {
        return result;
      }
    }
    return null;
  }

  async #userOf(ticketId: number): Promise<number | null> {
    const row = await readRow(this.#io, tickets, ticketId);
    return row === null ? null : readId(readField(row, 'user_id'));
  }

  async #usersOn(listId: number): Promise<ReadonlySet<number | null>> {
    const row = await readRow(this.#io, distributionLists, listId);
    const members = row === null ? [] : readField(row, 'members');
    return new Set(
      (Array.isArray(members) ? members.filter(isJsonRecord) : []).map((member) =>
        readId(readField(member, 'user_id')),
      ),
    );
  }
}

const withoutContact: WriteResult = { ok: false, uncertain: false, message: 'The ticket has no contact' };
