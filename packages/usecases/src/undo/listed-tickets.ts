import type { PsaSession } from '../ports/psa.js';
import type { UndoStore } from '../ports/undo-store.js';

export interface ListPlace {
  readonly listId: number;
  readonly itemId: number;
}

/**
 * The list items of an import's tickets, as the PSA named them when they were added. A list with items whose ids
 * are not known is read, once per run, because all were filled when the import ended.
 */
export type ListedTickets = ReturnType<typeof createListedTickets>;

/** @param jobId of the import */
export function createListedTickets(store: Pick<UndoStore, 'listedTickets'>, jobId: string) {
  let planned: ReturnType<UndoStore['listedTickets']> | null = null;
  const readings = new Map<number, Promise<ReadonlyMap<number, readonly number[]>>>();

  async function itemsOf(
    session: Pick<PsaSession, 'listPlaces'>,
    listId: number,
    ticketIds: ReadonlySet<number>,
  ): Promise<ReadonlyMap<number, readonly number[]>> {
    const reading = readings.get(listId) ?? session.listPlaces(listId, ticketIds);
    readings.set(listId, reading);
    reading.catch(() => readings.delete(listId));
    return await reading;
  }

  return {
    /** True once a list has been read, which would be lost with the run. */
    get isRead() {
      return readings.size > 0;
    },
    async placesOf(
      session: Pick<PsaSession, 'listPlaces'>,
      ticketIds: readonly number[],
    ): Promise<ReadonlyMap<number, readonly ListPlace[]>> {
      planned ??= store.listedTickets(jobId);
      const places = new Map<number, ListPlace[]>();
      for (const [listId, listed] of await planned) {
        const wanted = ticketIds.filter((ticketId) => listed.has(ticketId));
        const unnamed = [...listed].filter(([, itemId]) => itemId === null).map(([ticketId]) => ticketId);
        const isRead = wanted.some((ticketId) => unnamed.includes(ticketId));
        const items = isRead ? await itemsOf(session, listId, new Set(unnamed)) : null;
        for (const ticketId of wanted) {
          const named = listed.get(ticketId) ?? null;
          const itemIds = named === null ? (items?.get(ticketId) ?? []) : [named];
          const found = itemIds.map((itemId) => ({ listId, itemId }));
          places.set(ticketId, [...(places.get(ticketId) ?? []), ...found]);
        }
      }
      return places;
    },
  };
}
