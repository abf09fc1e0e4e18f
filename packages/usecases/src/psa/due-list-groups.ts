import { newId } from '@leadbridge/platform';

import type { ImportStore, ListGroup } from '../ports/import-store.js';
import { isRefusalOfOne, PsaBudgetError } from '../ports/psa-errors.js';
import type { PsaSession } from '../ports/psa.js';

const itemsPerRequest = 100;

/** The oldest groups of a list that make up full requests; the last one is split if only part of it is due. */
export async function groupsThatFillRequests(
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

/**
 * Which tickets of the groups a list shows. None if the PSA refuses to show it, as after somebody has removed it: their
 * items are sent again then, and refused like those of any missing list, which fails no import.
 */
export async function shownOn(
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

/**
 * Where half of a window is too small for a look at the list of opt-outs, its items are sent without one the next time:
 * one that is there twice does no harm, and nobody takes them off.
 */
export async function skipLook(
  store: ImportStore,
  jobIds: readonly string[],
  calls: number,
  error: unknown,
): Promise<void> {
  if (error instanceof PsaBudgetError && error.callsPerWindow > 0 && calls * 2 >= error.callsPerWindow) {
    const open = await store.openListGroups(jobIds);
    await store.markListGroups(
      open.filter(({ ofOptOuts }) => ofOptOuts),
      'planned',
    );
  }
}
