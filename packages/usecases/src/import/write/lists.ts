import { assignLists, companySize } from '@leadbridge/domain';
import { newId } from '@leadbridge/platform';

import type { ListGroup } from '../../ports/import-store.js';
import type { NewErrorLogEntry } from '../../ports/error-log-entry.js';
import type { StageContext } from '../batch.js';
import { addNewListItems } from '../../psa/add-to-lists.js';
import type { DecidedRow } from '../import-row-state.js';

const listedPlans = ['create', 'adopt', 'reopen'] as const;

interface PlannedLists {
  readonly groups: readonly ListGroup[];
  /** Of lists that the PSA does not have. */
  readonly errorLogEntries: readonly NewErrorLogEntry[];
}

/** Plans the lists of each newly created lead (specification, "List assignment after lead creation"). */
export async function planLists(rows: readonly DecidedRow[], context: StageContext): Promise<PlannedLists> {
  const { caches, session, settings } = context;
  const { listNames } = settings();
  const missing = new Set<string>();
  const planned = new Map<string, ListGroup & { readonly ticketIds: number[] }>();
  for (const state of rows) {
    const isListed = listedPlans.some((kind) => kind === state.plan?.kind);
    if (state.ticketId === null || !isListed || session.listing === 'off') {
      continue;
    }
    if (session.listing === 'on_creation' && state.plan?.kind === 'create') {
      state.lists = listsOf(state, context);
      continue;
    }
    const { jobId } = state.row.ref;
    for (const name of listsOf(state, context)) {
      const list = await caches.list(session, name);
      if (list === null) {
        missing.add(name);
        continue;
      }
      const key = `${jobId}:${list.id}`;
      const isResumed = state.plan?.kind === 'adopt' || state.row.intent !== null;
      const group = planned.get(key) ?? {
        groupId: newId('lst'),
        ...{ jobId, listId: list.id, ticketIds: [] },
        ofOptOuts: name === listNames.doNotContact,
        state: isResumed ? 'attempted' : 'planned',
      };
      group.ticketIds.push(state.ticketId);
      planned.set(key, isResumed ? { ...group, state: 'attempted' } : group);
      // Under the PSA's name: it may have another list whose name differs in case alone.
      state.lists = [...state.lists, list.name];
    }
  }
  return { groups: [...planned.values()], errorLogEntries: [...missing].map(entryOfMissing) };
}

function entryOfMissing(name: string): NewErrorLogEntry {
  return {
    level: 'warning',
    message: `The PSA has no list named '${name}'; leads were not added to it`,
    source: 'psa',
    errorCode: 'LIST_MISSING',
    oncePerJob: true,
  };
}

/**
 * Fills the lists of leads that a caller waits for before they are recorded, so that nothing remains to be
 * done behind the record. The list of opt-outs is filled behind it: an opt-out may have planned the ticket.
 */
export async function fillLists(
  groups: readonly ListGroup[],
  context: StageContext,
): Promise<readonly ListGroup[]> {
  const isLeft = ({ ofOptOuts }: ListGroup): boolean => ofOptOuts;
  return context.batch.flushLists && context.dryRun === undefined
    ? [
        ...(await addNewListItems(
          context,
          groups.filter((group) => !isLeft(group)),
        )),
        ...groups.filter(isLeft),
      ]
    : groups;
}

export function listsOf(state: DecidedRow, { settings }: StageContext): readonly string[] {
  return assignLists(listFacts(state), settings().listNames);
}

function listFacts({ row, merged }: DecidedRow): Parameters<typeof assignLists>[0] {
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
