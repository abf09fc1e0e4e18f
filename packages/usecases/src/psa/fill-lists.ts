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
  /** The owners of the planned items to send: jobs, or other work that plans items under its own id. */
  readonly jobIds: readonly string[];
  readonly priority: PsaPriority;
  /** False to send only full requests, because the same job will add more. */
  readonly everything: boolean;
}

/**
 * Adds the planned tickets of these jobs to their lists, grouped by list. Items that an earlier attempt may
 * have added are looked up first. Only one process at a time does this for a job; if another one is doing it
 * and more items are to come, does nothing.
 *
 * @throws StaleClaimError if another process is doing it and everything was to be sent
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

/** Only the holder of this claim fills the lists of the job. */
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
  // The groups in `due` keep their previous state, because groups that were attempted before must be looked
  // up.
  await store.markListGroups(due.flat(), 'attempted');
  await store.markListGroups(await addToLists(context, due), 'added');
}

/**
 * Adds tickets to their lists under claims that the caller holds. The groups were stored just now as
 * attempted, so no earlier attempt can exist.
 *
 * @returns the groups that are on their lists, for the caller to mark; the results of the others are already
 * stored
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

/** The oldest groups of a list that make up full requests; the last one is split if only part of it is due. */
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

/** Adds the tickets of one list's groups; returns the groups that were added completely. */
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
  // A single read of the list covers all items whose responses were lost together.
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

/**
 * Splits a group into the tickets that are on the list, those that the PSA refused, and those that the next
 * attempt must look up.
 */
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
