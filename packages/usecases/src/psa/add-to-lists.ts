import { newId } from '@leadbridge/platform';
import pMap from 'p-map';

import { StaleClaimError, type ImportStore, type ListGroup } from '../ports/import-store.js';
import { isRefusalOfOne } from '../ports/psa-errors.js';
import type { PsaSession, WriteResult } from '../ports/psa.js';
import { writeOnce } from '../work/write-once.js';

const concurrentLists = 4;

interface ListItem {
  readonly group: ListGroup;
  readonly ticketId: number;
}

/** The tickets of a group that are left to people, and those whose response was lost. */
interface FailedIds {
  readonly left: readonly number[];
  readonly lost: readonly number[];
}

interface ListContext {
  readonly store: ImportStore;
  readonly session: PsaSession;
}

/** Of one list. */
export interface OwnContext extends ListContext {
  /** Whether a write has left the process: otherwise nothing is to be looked up. */
  readonly hasWritten: () => boolean;
}

/**
 * Adds tickets to their lists before their groups are stored, under claims that keep others from doing so.
 *
 * @param planned `attempted` if an earlier run may have added them
 * @returns the groups to store; those of a list at which the PSA fails are `attempted`
 */
export async function addNewListItems(
  context: ListContext,
  planned: readonly ListGroup[],
): Promise<readonly ListGroup[]> {
  const { ended } = await addToLists(() => ({ ...context, hasWritten: () => true }), byList(planned));
  return ended.flatMap(({ parts }) => parts);
}

/**
 * Adds the tickets of several lists. The groups of a list at which the PSA fails are left `attempted`, or as they were if
 * nothing was sent: what was done on the others must not be lost with it.
 */
export async function addToLists(
  openList: () => OwnContext,
  lists: readonly (readonly ListGroup[])[],
): Promise<{ readonly ended: readonly EndedGroup[]; readonly faults: readonly unknown[] }> {
  const faults: unknown[] = [];
  const addOrLeave = async (groups: readonly ListGroup[]): Promise<readonly EndedGroup[]> => {
    const context = openList();
    try {
      return await addToList(context, groups);
    } catch (error) {
      if (error instanceof StaleClaimError) {
        throw error;
      }
      faults.push(error);
      const left = context.hasWritten() ? ({ state: 'attempted' } as const) : {};
      return groups.map((group) => ({ group, parts: [{ ...group, ...left }] }));
    }
  };
  const ended = await pMap(lists, addOrLeave, { concurrency: concurrentLists });
  return { ended: ended.flat(), faults };
}

/** A group, and what it consists of after an attempt to add its tickets to their list. */
interface EndedGroup {
  readonly group: ListGroup;
  readonly parts: readonly ListGroup[];
}

export function byList(groups: readonly ListGroup[]): ListGroup[][] {
  const lists = new Map<number, ListGroup[]>();
  for (const group of groups) {
    lists.set(group.listId, [...(lists.get(group.listId) ?? []), group]);
  }
  return [...lists.values()];
}

/**
 * Which tickets of the groups a list shows. None if the PSA refuses to show it, as after somebody has removed it: their
 * items are sent again then, and refused like those of any missing list, which fails no import.
 */
async function shownOn(
  listId: number,
  groups: readonly ListGroup[],
  session: PsaSession,
): Promise<ReadonlySet<number>> {
  try {
    return await session.onList(
      listId,
      groups.flatMap(({ ticketIds }) => ticketIds),
    );
  } catch (error) {
    if (isRefusalOfOne(error)) {
      return new Set();
    }
    throw error;
  }
}

async function addToList(
  { store, session }: ListContext,
  groups: readonly ListGroup[],
): Promise<readonly EndedGroup[]> {
  const listId = groups[0]?.listId;
  if (listId === undefined) {
    return [];
  }
  const present = groups.some(({ state }) => state === 'attempted')
    ? await shownOn(listId, groups, session)
    : new Set<number>();
  const items = groups.flatMap((group) => group.ticketIds.map((ticketId): ListItem => ({ group, ticketId })));
  const isPresent = ({ group, ticketId }: ListItem): boolean =>
    group.state === 'attempted' && present.has(ticketId);
  const missing = items.filter((item) => !isPresent(item));
  // Whose item it is, if the list shows the ticket, is not known: a person may have added it too.
  const shown = new Set<ListItem>();
  // A single read of the list covers all items whose responses were lost together.
  const readings = new Map<number, Promise<ReadonlySet<number>>>();
  const readIn = (attempt: number): Promise<ReadonlySet<number>> => {
    const reading = readings.get(attempt) ?? shownOn(listId, groups, session);
    readings.set(attempt, reading);
    return reading;
  };
  const results = await writeOnce({
    session,
    items: missing,
    create: async (items) =>
      session.addListItems(
        listId,
        items.map(({ ticketId }) => ({
          ticket_id: ticketId,
          added_by: 'Leadbridge',
          notes: 'Added on import',
        })),
      ),
    find: async (item, attempt) => {
      const isShown = (await readIn(attempt)).has(item.ticketId);
      if (isShown) {
        shown.add(item);
      }
      return isShown ? item.ticketId : null;
    },
  });
  const itemIdOf = itemIdsOf(missing, results, shown);
  const named = groups.map((group) => withItemIds(group, missing, itemIdOf));
  const refused = missing.filter((_, index) => isRefused(results[index]));
  const lost = missing.filter((_, index) => isLost(results[index]));
  // An undo takes nobody off a list who was on it before the import, or may have been: a contact may be on it for other
  // reasons, and an attempt that was broken off does not say whom it added.
  const found = session.listsHoldContacts ? items.filter(isPresent) : [];
  const left = [...found, ...missing.filter((_, index) => wasThere(results[index]))].filter(
    ({ group }) => !group.ofOptOuts,
  );
  const idsIn = (group: ListGroup): FailedIds => ({
    left: [...refused, ...left].filter((item) => item.group === group).map(({ ticketId }) => ticketId),
    lost: lost.filter((item) => item.group === group).map(({ ticketId }) => ticketId),
  });
  if (refused.length > 0) {
    await store.saveErrorLogEntries([
      {
        level: 'warning',
        message: `The PSA refused ${refused.length} items of list ${listId}`,
        source: 'psa',
        errorCode: 'LIST_REFUSED',
      },
    ]);
  }
  return groups.map((group, index) => ({ group, parts: partsOf(named[index] ?? group, idsIn(group)) }));
}

/** Tickets that were added, that are left to people, and that the next attempt must look up. */
function partsOf({ itemIds = [], ...group }: ListGroup, { left, lost }: FailedIds): ListGroup[] {
  const notAdded = new Set([...left, ...lost]);
  const added = group.ticketIds.flatMap((ticketId, index) =>
    notAdded.has(ticketId) ? [] : [{ ticketId, itemId: itemIds[index] ?? null }],
  );
  const parts = [
    {
      ticketIds: added.map(({ ticketId }) => ticketId),
      itemIds: added.map(({ itemId }) => itemId),
      state: 'added',
    },
    { ticketIds: left, state: 'refused' },
    { ticketIds: lost, state: 'attempted' },
  ] as const;
  return parts
    .filter(({ ticketIds }) => ticketIds.length > 0)
    .map((part) => ({ ...group, ...part, groupId: newId('lst') }));
}

/** As the response named it. One id for several tickets does not mean their list items. */
function itemIdsOf(
  items: readonly ListItem[],
  results: readonly ItemResult[],
  shown: ReadonlySet<ListItem>,
): ReadonlyMap<ListItem, number> {
  const named = items.flatMap((item, index) => {
    const result = results[index];
    // 0 stands for an id that the response lacks.
    return result?.ok === true && result.id !== 0 && !shown.has(item) ? [[item, result.id] as const] : [];
  });
  const [seen, repeated] = [new Set<number>(), new Set<number>()];
  named.forEach(([, id]) => (seen.has(id) ? repeated : seen).add(id));
  return new Map(named.filter(([, id]) => !repeated.has(id)));
}

/** The group with the list item of each ticket that the PSA has named. */
function withItemIds(
  group: ListGroup,
  items: readonly ListItem[],
  itemIdOf: ReadonlyMap<ListItem, number>,
): ListGroup {
  const ofTicket = new Map(
    items.filter((item) => item.group === group).map((item) => [item.ticketId, itemIdOf.get(item) ?? null]),
  );
  return { ...group, itemIds: group.ticketIds.map((ticketId) => ofTicket.get(ticketId) ?? null) };
}

type ItemResult = WriteResult | undefined;

function isRefused(result: ItemResult): boolean {
  return result !== undefined && !result.ok && !result.uncertain;
}

function wasThere(result: ItemResult): boolean {
  return result?.ok === true && result.wasThere === true;
}

function isLost(result: ItemResult): boolean {
  return result === undefined || (!result.ok && result.uncertain);
}
