import { assignLists, companySize } from '@leadbridge/domain';
import pMap from 'p-map';

import { StaleClaimError, type ListAddition } from '../../ports/import-store.js';
import type { Notice } from '../../ports/notice.js';
import type { PsaPriority } from '../../ports/psa.js';
import type { StageContext } from '../batch.js';
import { keepClaims } from '../keep-claims.js';
import type { RowWork } from '../row-work.js';
import { writeOnce } from '../write-once.js';

const itemsPerRequest = 100;
const concurrentLists = 4;
/** Milliseconds */
const flushClaimLength = 8_000;

type OpenAddition = ListAddition & { readonly attempted: boolean };

/** The lists that each newly created lead belongs on (specification, "List assignment after lead creation"). */
export async function planListAdditions(
  rows: readonly RowWork[],
  context: StageContext,
  notices: Notice[],
): Promise<ListAddition[]> {
  const { knowledge, session, settings } = context;
  const missing = new Set<string>();
  const additions: ListAddition[] = [];
  for (const row of rows) {
    if ((row.plan?.kind !== 'create' && row.plan?.kind !== 'adopt') || row.ticketId === null) {
      continue;
    }
    const listIds: number[] = [];
    for (const name of assignLists(listFacts(row), settings().listNames)) {
      const listId = await knowledge.listId(session, name);
      if (listId === null) {
        missing.add(name);
      } else {
        listIds.push(listId);
        additions.push({ listId, ticketId: row.ticketId, jobId: row.row.ref.jobId });
      }
    }
    row.listAdditions = listIds;
  }
  for (const name of missing) {
    notices.push({
      level: 'warning',
      message: `The PSA has no list named '${name}'; leads were not added to it`,
      source: 'psa',
      errorCode: 'LIST_MISSING',
    });
  }
  return additions;
}

function listFacts({ row, merged }: RowWork): Parameters<typeof assignLists>[0] {
  const services = merged.customFields[102];
  const fitScore = merged.customFields[206];
  return {
    sourceLabel: row.source.label,
    fitScore: typeof fitScore === 'number' ? fitScore : null,
    servicesOffered: services === undefined ? null : String(services),
    companySize: companySize(merged),
    doNotContact: merged.doNotContact,
  };
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
  { psa, store }: Pick<StageContext, 'psa' | 'store'>,
  { jobIds, priority, everything }: ListFlush,
): Promise<void> {
  if (jobIds.length === 0) {
    return;
  }
  const claims = await store.claim(
    jobIds.map((jobId) => `lists:${jobId}`),
    flushClaimLength,
  );
  const keeper = keepClaims(store, claims, flushClaimLength);
  try {
    if (claims.busy.size === 0) {
      const session = psa.session({ priority, beforeWrite: keeper.assertHeld });
      await sendListItems({ store, session }, jobIds, everything);
    } else if (everything) {
      throw new StaleClaimError('Another process is filling the lists of this work');
    }
  } finally {
    keeper.stop();
    await store.releaseClaims(claims);
  }
}

/** Sends what is planned for the lists, under claims that the caller holds. */
export async function sendListItems(
  context: Pick<StageContext, 'store' | 'session'>,
  jobIds: readonly string[],
  everything: boolean,
): Promise<void> {
  const byList = new Map<number, OpenAddition[]>();
  for (const addition of await context.store.openListAdditions(jobIds)) {
    const items = byList.get(addition.listId) ?? [];
    items.push(addition);
    byList.set(addition.listId, items);
  }
  const due = [...byList].flatMap(([listId, items]): [number, OpenAddition[]][] => {
    const whole = everything ? items.length : items.length - (items.length % itemsPerRequest);
    return whole === 0 ? [] : [[listId, items.slice(0, whole)]];
  });
  if (due.length === 0) {
    return;
  }
  await context.store.markListAdditions(
    due.flatMap(([, items]) => items),
    'attempted',
  );
  await pMap(due, async ([listId, items]) => addToList(context, listId, items), {
    concurrency: concurrentLists,
  });
}

async function addToList(
  { store, session }: Pick<StageContext, 'store' | 'session'>,
  listId: number,
  items: readonly OpenAddition[],
): Promise<void> {
  const present = items.some(({ attempted }) => attempted)
    ? await session.listTicketIds(listId)
    : new Set<number>();
  const missing = items.filter(({ ticketId, attempted }) => !attempted || !present.has(ticketId));
  const results = await writeOnce({
    items: missing,
    create: async (group) =>
      session.addListItems(
        listId,
        group.map(({ ticketId }) => ({
          ticket_id: ticketId,
          added_by: 'Leadbridge',
          notes: 'Added on import',
        })),
      ),
    find: async ({ ticketId }) => ((await session.listTicketIds(listId)).has(ticketId) ? ticketId : null),
  });
  const refused = missing.filter((_, index) => isRefused(results[index]));
  const notAdded = new Set([...refused, ...missing.filter((_, index) => isLost(results[index]))]);
  const added = items.filter((item) => !notAdded.has(item));
  await store.markListAdditions(added, 'added');
  await store.markListAdditions(refused, 'refused');
  if (refused.length > 0) {
    await store.saveNotices([
      {
        level: 'warning',
        message: `The PSA refused ${refused.length} items of list ${listId}`,
        source: 'psa',
        errorCode: 'LIST_REFUSED',
      },
    ]);
  }
}

type ItemResult = Awaited<ReturnType<typeof writeOnce>>[number] | undefined;

function isRefused(result: ItemResult): boolean {
  return result !== undefined && !result.ok && !result.uncertain;
}

function isLost(result: ItemResult): boolean {
  return result === undefined || (!result.ok && result.uncertain);
}
