import { assignLists, companySize } from '@leadbridge/domain';
import pMap from 'p-map';

import type { ListAddition, Notice, RowRef } from '../../ports/import-store.js';
import type { ImportBatch, StageContext } from '../batch.js';
import type { RowWork } from '../row-work.js';
import { writeOnce } from '../write-once.js';

const itemsPerRequest = 100;
const concurrentLists = 4;

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

/**
 * Puts the tickets of these jobs onto their lists, grouped by list. In a bulk import items gather until they fill a request; `flushLists`
 * sends what is there. An item that may have been added by an earlier try is looked up first. Claims are not needed for it: adding the
 * same item twice is harmless, and nobody else's item is touched.
 */
export async function addPlannedListItems(
  { psa, store }: Pick<StageContext, 'psa' | 'store'>,
  batch: Pick<ImportBatch, 'priority' | 'flushLists'> & {
    readonly rows: readonly { readonly ref: Pick<RowRef, 'jobId'> }[];
  },
): Promise<void> {
  const jobIds = [...new Set(batch.rows.map(({ ref }) => ref.jobId))];
  if (jobIds.length === 0) {
    return;
  }
  const session = psa.session({ priority: batch.priority });
  await addListItems({ store, session }, await store.openListAdditions(jobIds), batch.flushLists);
}

async function addListItems(
  context: Pick<StageContext, 'store' | 'session'>,
  additions: readonly OpenAddition[],
  flush: boolean,
): Promise<void> {
  const byList = new Map<number, OpenAddition[]>();
  for (const addition of additions) {
    byList.set(addition.listId, [...(byList.get(addition.listId) ?? []), addition]);
  }
  const due = [...byList].flatMap(([listId, items]): [number, OpenAddition[]][] => {
    const whole = flush ? items.length : items.length - (items.length % itemsPerRequest);
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
  const lost = missing.filter((_, index) => isLost(results[index]));
  const added = items.filter((item) => !refused.includes(item) && !lost.includes(item));
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
