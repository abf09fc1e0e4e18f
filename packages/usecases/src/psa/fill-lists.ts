import { newId } from '@leadbridge/platform';

import { StaleClaimError, type ImportStore, type ListGroup } from '../ports/import-store.js';
import { PsaBudgetError } from '../ports/psa-errors.js';
import type { PsaPort, PsaPriority } from '../ports/psa.js';
import { withClaims } from '../work/with-claims.js';
import { addToLists, byList, type OwnContext } from './add-to-lists.js';

const itemsPerRequest = 100;

export interface ListFlush {
  /** The owners of the planned items to send: jobs, or other work that plans items under its own id. */
  readonly jobIds: readonly string[];
  readonly priority: PsaPriority;
  /** False to send only full requests, because the same job will add more. */
  readonly everything: boolean;
  /** For work that nobody waits for: an attempt after one that was broken off waits as in `PsaCallContext`. */
  readonly waitsForWindows?: boolean;
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
  { jobIds, priority, everything, waitsForWindows = false }: ListFlush,
): Promise<void> {
  await withClaims(store, {
    keys: jobIds.map(listsKey),
    run: async (claims, assertHeld) => {
      if (claims.busy.size === 0) {
        const open = await store.openListGroups(jobIds);
        const isRepeated = open.some(({ state }) => state === 'attempted');
        let calls = 0;
        const onCall = (): void => {
          calls += 1;
        };
        const openList = (): OwnContext => {
          let hasWritten = false;
          const beforeWrite = async (): Promise<void> => {
            await assertHeld();
            hasWritten = true;
          };
          const waits = waitsForWindows && isRepeated;
          const session = psa.session({ priority, beforeWrite, onCall, waitsForWindows: waits });
          return { store, session, hasWritten: () => hasWritten };
        };
        await sendListItems(store, openList, open, everything).catch(async (error: unknown) => {
          await skipLook(store, jobIds, calls, error);
          throw error;
        });
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
  store: ImportStore,
  openList: () => OwnContext,
  open: readonly ListGroup[],
  everything: boolean,
): Promise<void> {
  const due: ListGroup[][] = [];
  for (const groups of byList(open)) {
    due.push(everything ? groups : await groupsThatFillRequests(groups, store));
  }
  // The groups in `due` keep their previous state, because groups that were attempted before must be looked
  // up.
  await store.markListGroups(due.flat(), 'attempted');
  const { ended, faults } = await addToLists(openList, due);
  const whole = ended.filter(
    ({ parts: [first, ...others] }) => first?.state === 'added' && others.length === 0,
  );
  for (const { group, parts } of ended.filter((each) => !whole.includes(each))) {
    await store.replaceListGroup(group, parts);
  }
  await store.markListGroups(
    whole.map(({ group, parts: [added] }) => ({ ...group, itemIds: added?.itemIds ?? [] })),
    'added',
  );
  if (faults.length > 0) {
    throw faults[0];
  }
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

/**
 * Where half of a window is too small for a look at the list of opt-outs, its items are sent without one the next time:
 * one that is there twice does no harm, and nobody takes them off.
 */
async function skipLook(
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
