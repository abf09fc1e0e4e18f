import { newId } from '@leadbridge/platform';
import pMap from 'p-map';

import { StaleClaimError, type ImportStore, type ListGroup } from '../ports/import-store.js';
import type { PsaPort, PsaPriority, PsaSession } from '../ports/psa.js';
import { withClaims } from '../work/with-claims.js';
import { writeOnce } from '../work/write-once.js';

const itemsPerRequest = 100;
const concurrentLists = 4;

interface ListItem {
  readonly group: ListGroup;
  readonly ticketId: number;
}

interface ListContext {
  readonly store: ImportStore;
  readonly session: PsaSession;
}

export interface ListFlush {
  /** Whose planned items are sent: jobs, or other work that plans items under an id of its own. */
  readonly jobIds: readonly string[];
  readonly priority: PsaPriority;
  /** False to send only what fills requests, as more of the same job is coming. */
  readonly everything: boolean;
}

/**
 * Puts the planned tickets of these jobs onto their lists, grouped by list. An item that may have been added by an earlier try is looked up
 * first. One process at a time does this for a job; where another does and more is coming, nothing is done.
 *
 * @throws StaleClaimError when another process is at it and everything was to be sent
 */
export async function addPlannedListItems(
  { psa, store }: { readonly psa: PsaPort; readonly store: ImportStore },
  { jobIds, priority, everything }: ListFlush,
): Promise<void> {
  if (jobIds.length === 0) {
    return;
  }
  await withClaims(store, {
    keys: jobIds.map(listsKey),
    run: async (claims, assertHeld) => {
      if (claims.busy.size === 0) {
        const session = psa.session({ priority, beforeWrite: assertHeld });
        await sendListItems({ store, session }, jobIds, everything);
      } else if (everything) {
        throw new StaleClaimError('Another process is filling the lists of this work');
      }
    },
  });
}

/** Whoever holds this claim alone fills the lists of the job. */
export function listsKey(jobId: string): string {
  return `lists:${jobId}`;
}

async function sendListItems(
  context: ListContext,
  jobIds: readonly string[],
  everything: boolean,
): Promise<void> {
  const { store } = context;
  const due: ListGroup[][] = [];
  for (const groups of byList(await store.openListGroups(jobIds))) {
    due.push(everything ? groups : await groupsThatFillRequests(groups, store));
  }
  // The groups keep the state that they were found in: of those attempted before, it has to be looked up what came of it.
  await store.markListGroups(due.flat(), 'attempted');
  await store.markListGroups(await addToLists(context, due), 'added');
}

/**
 * Puts tickets onto their lists under claims that the caller holds, where the groups were stored just now, as attempted: nobody can
 * have tried before.
 *
 * @returns the groups that are on their lists, for the caller to mark; of the others it is stored what came of them
 */
export async function addNewListItems(
  context: ListContext,
  stored: readonly ListGroup[],
): Promise<readonly ListGroup[]> {
  return await addToLists(context, byList(stored.map((group) => ({ ...group, state: 'planned' }))));
}

function byList(groups: readonly ListGroup[]): ListGroup[][] {
  const lists = new Map<number, ListGroup[]>();
  for (const group of groups) {
    lists.set(group.listId, [...(lists.get(group.listId) ?? []), group]);
  }
  return [...lists.values()];
}

async function addToLists(
  context: ListContext,
  lists: readonly (readonly ListGroup[])[],
): Promise<readonly ListGroup[]> {
  const added = await pMap(lists, async (groups) => addToList(context, groups), {
    concurrency: concurrentLists,
  });
  return added.flat();
}

/** The oldest groups of a list that make up whole requests; the last one is split where only a part of it is due. */
async function groupsThatFillRequests(
  groups: readonly ListGroup[],
  store: ImportStore,
): Promise<ListGroup[]> {
  const total = groups.reduce((sum, { ticketIds }) => sum + ticketIds.length, 0);
  let left = total - (total % itemsPerRequest);
  const due: ListGroup[] = [];
  for (const group of groups) {
    const { ticketIds } = group;
    if (left > 0 && left < ticketIds.length) {
      const part = { ...group, groupId: newId('lst'), ticketIds: ticketIds.slice(0, left) };
      await store.replaceListGroup(group, [
        part,
        { ...group, groupId: newId('lst'), ticketIds: ticketIds.slice(left) },
      ]);
      due.push(part);
    } else if (left > 0) {
      due.push(group);
    }
    left = Math.max(0, left - ticketIds.length);
  }
  return due;
}

/** Adds the tickets of groups of one list; answers the groups of which all are there. */
async function addToList(
  { store, session }: ListContext,
  groups: readonly ListGroup[],
): Promise<readonly ListGroup[]> {
  const listId = groups[0]?.listId;
  if (listId === undefined) {
    return [];
  }
  const present = groups.some(({ state }) => state === 'attempted')
    ? await session.onList(listId, ticketIdsOf(groups))
    : new Set<number>();
  const missing = groups.flatMap((group) =>
    group.ticketIds
      .filter((ticketId) => group.state !== 'attempted' || !present.has(ticketId))
      .map((ticketId): ListItem => ({ group, ticketId })),
  );
  // One reading of the list tells of all items whose answers were lost together.
  const readings = new Map<number, Promise<ReadonlySet<number>>>();
  const readIn = (attempt: number): Promise<ReadonlySet<number>> => {
    const reading = readings.get(attempt) ?? session.onList(listId, ticketIdsOf(groups));
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
    find: async ({ ticketId }, attempt) => ((await readIn(attempt)).has(ticketId) ? ticketId : null),
  });
  const refused = missing.filter((_, index) => isRefused(results[index]));
  const lost = missing.filter((_, index) => isLost(results[index]));
  for (const group of new Set([...refused, ...lost].map((item) => item.group))) {
    await store.replaceListGroup(group, partsOf(group, refused, lost));
  }
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
  return groups.filter((group) => ![...refused, ...lost].some((item) => item.group === group));
}

function ticketIdsOf(groups: readonly ListGroup[]): readonly number[] {
  return groups.flatMap(({ ticketIds }) => ticketIds);
}

/** What of a group is on its list, what the PSA refused, and what is to be looked up by the next who comes. */
function partsOf(group: ListGroup, refused: readonly ListItem[], lost: readonly ListItem[]): ListGroup[] {
  const idsIn = (items: readonly ListItem[]): number[] =>
    items.filter((item) => item.group === group).map(({ ticketId }) => ticketId);
  const [refusedIds, lostIds] = [idsIn(refused), idsIn(lost)];
  const notAdded = new Set([...refusedIds, ...lostIds]);
  const parts = [
    { ticketIds: group.ticketIds.filter((ticketId) => !notAdded.has(ticketId)), state: 'added' },
    { ticketIds: refusedIds, state: 'refused' },
    { ticketIds: lostIds, state: 'attempted' },
  ] as const;
  return parts
    .filter(({ ticketIds }) => ticketIds.length > 0)
    .map((part) => ({ ...group, ...part, groupId: newId('lst') }));
}

type ItemResult = Awaited<ReturnType<typeof writeOnce>>[number] | undefined;

function isRefused(result: ItemResult): boolean {
  return result !== undefined && !result.ok && !result.uncertain;
}

function isLost(result: ItemResult): boolean {
  return result === undefined || (!result.ok && result.uncertain);
}
