import { gatingKeys } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { AddedKeys, BatchRecord, ListGroup, RecordedRow, RowRef } from '../../ports/import-store.js';
import type { NewTimelineEntry } from '../../ports/timeline.js';
import { allEnded } from '../../work/all-ended.js';
import { erasedRow } from '../../work/erased-row.js';
import type { Decided, RecordedOutcome, StageContext } from '../batch.js';
import { planOfFailure } from '../dry-run/plan-of-row.js';
import { keysOfPerson, open, type DecidedRow, type ImportRow, type WrittenRow } from '../import-row-state.js';
import { withLateOptOuts } from '../match/index.js';
import { companyReviewsOf, fillLists, mayBeIssuedAgain, planLists } from '../write/index.js';
import { endOfSingle } from './end-of-single.js';
import { entriesOfFailures, entriesOfLosses } from './error-entries.js';
import { timelineOfRow } from './events-of-row.js';
import { optOutsOfUnrecordedRows } from './opt-outs-of-rows.js';
import { ticketOf } from './outcome-of-row.js';
import { isOfErasedPerson, recordFinished, type RecordedLeads, type ReservedIds } from './recorded-leads.js';

export interface WorkedRows {
  /** Rows that passed all stages or failed in one. */
  readonly reached: readonly DecidedRow[];
  readonly rejected: readonly Decided[];
  /** Ids for new leads, if some were reserved before their number was known. */
  readonly leadIds: ReservedIds | null;
}

/**
 * Records the result of every row in one transaction: outcomes, leads, lists, events and error log entries.
 *
 * @returns the rows that have an outcome
 */
export async function recordBatch(
  worked: WorkedRows,
  context: StageContext,
): Promise<readonly RecordedOutcome[]> {
  const { reached } = worked;
  const { store, claims, clock, batch } = context;
  const at = isoTime(clock.now());
  const failures = reached.flatMap((state) => failureOfKnown(state, at));
  const finished = await withLateOptOuts(
    open(reached).filter((state) => state.plan !== null),
    context,
  );
  const [areTicketIdsTaken, lists] = await allEnded([
    areCreatedTaken(finished, context),
    planAndFillLists(finished, context),
  ]);
  const ofLeads = await recordFinished(finished, worked.leadIds, at, context);
  const decided = decidedOf(worked, ofLeads, context);
  if (decided.length === 0) {
    return [];
  }
  const forgotten = new Set(finished.filter(isOfErasedPerson).map(({ row }) => row));
  // A group that was filled before belongs to one row.
  const filled = batch.flushLists ? lists.groups.filter(({ state }) => state === 'added') : [];
  const mayEnd = ({ jobId }: RowRef): boolean => !batch.countsProgress && !hasOpenLists(jobId, lists.groups);
  const { behind } = await store.record({
    fence: claims.fence,
    countsProgress: batch.countsProgress,
    at,
    rows: decided.map(({ row, outcome }) => ({
      ref: row.ref,
      source: row.source.name,
      outcome,
      ...filledLists(row.ref, filled),
      ...(forgotten.has(row) ? { isForgotten: true } : {}),
      ...(mayEnd(row.ref) ? { end: endOfSingle(row.ref.jobId, outcome, at) } : {}),
    })),
    leads: ofLeads.leads,
    areTicketIdsTaken,
    ...(batch.countsProgress ? creationsOf(reached, decided) : {}),
    listGroups: lists.groups.filter((group) => !filled.includes(group)),
    events: ofLeads.events,
    errorLogEntries: [
      ...lists.errorLogEntries,
      ...ofLeads.errorLogEntries,
      ...entriesOfLosses(finished),
      ...entriesOfFailures(decided, { ofBulk: batch.countsProgress }),
    ],
    optOuts: optOutsOfUnrecordedRows(unrecordedOf(decided, finished), at, context.settings()),
    addedKeys: finished.flatMap(addedKeys),
    timeline: [...failures, ...ofLeads.timeline],
    companyReviews: companyReviewsOf(finished, ofLeads.outcomes),
    ...observationsOf(context),
  });
  context.underWay.push(behind);
  return decided.map((each) => ({ hasOpenLists: hasOpenLists(each.row.ref.jobId, lists.groups), ...each }));
}

async function planAndFillLists(finished: readonly DecidedRow[], context: StageContext) {
  const planned = await planLists(finished, context);
  return { ...planned, groups: await fillLists(planned.groups, context) };
}

/** Whether our records have one of the ids under which the PSA created tickets. */
async function areCreatedTaken(finished: readonly WrittenRow[], context: StageContext): Promise<boolean> {
  const created = finished.flatMap(({ plan, ticketId }) =>
    plan?.kind === 'create' || plan?.kind === 'adopt' ? (ticketId ?? []) : [],
  );
  const { store, known } = context;
  return (
    mayBeIssuedAgain(created, known.highest.ticketId, context) && (await store.areTicketIdsTaken(created))
  );
}

function decidedOf(
  { reached, rejected }: WorkedRows,
  { outcomes }: RecordedLeads,
  context: StageContext,
): readonly Decided[] {
  const ended = reached.flatMap(({ row, outcome: earlier }): Decided[] => {
    const outcome = earlier ?? outcomes.get(row) ?? null;
    return outcome === null ? [] : [{ row, outcome }];
  });
  return [...rejected, ...ended].map((each) => withPlanOfFailure(each, context));
}

/** The rows whose opt-outs no lead carries. Of an erased person who had opted out, nothing is stored but that. */
function unrecordedOf(decided: readonly Decided[], finished: readonly WrittenRow[]): readonly ImportRow[] {
  const recorded = new Set(
    finished.filter((state) => isOfErasedPerson(state) || ticketOf(state) !== null).map(({ row }) => row),
  );
  return decided
    .filter(({ row, outcome }) => !recorded.has(row) && outcome !== erasedRow)
    .map(({ row }) => row);
}

/** A company is matched by the domains of clients and contacts, which the PSA does not search for. */
function observationsOf({
  directory,
  observed,
  settings,
}: StageContext): Pick<BatchRecord, 'observations' | 'committedKinds'> {
  if (directory === null) {
    return {};
  }
  const committedKinds = settings().companyMatching === 'domain' ? (['clients', 'contacts'] as const) : [];
  return { observations: observed.all(), committedKinds };
}

/** Whether lists of a job remain to be filled once its rows are recorded. */
function hasOpenLists(jobId: string, groups: readonly ListGroup[]): boolean {
  return groups.some(
    (group) => group.jobId === jobId && (group.state === 'planned' || group.state === 'attempted'),
  );
}

function creationsOf(
  rows: readonly WrittenRow[],
  decided: readonly Decided[],
): Pick<BatchRecord, 'unfinishedCreations' | 'resumedCreations'> {
  const ended = new Set(decided.map(({ row }) => row));
  return {
    unfinishedCreations: rows
      .filter(({ row, plan }) => !ended.has(row) && plan?.kind === 'create' && row.intent === null)
      .map(({ row }) => row.ref),
    resumedCreations: decided.filter(({ row }) => row.intent?.kind === 'create').map(({ row }) => row.ref),
  };
}

function filledLists({ jobId }: RowRef, filled: readonly ListGroup[]): Pick<RecordedRow, 'lists'> {
  const lists = filled
    .filter((group) => group.jobId === jobId)
    .map(({ listId, itemIds = [] }) => ({ listId, itemId: itemIds[0] ?? null }));
  return lists.length === 0 ? {} : { lists };
}

/** The next import of a person without a ticket may contain only what this one did. A domain is no person's. */
function addedKeys(state: WrittenRow): AddedKeys[] {
  const { suppressionId = null, by } = state.suppressed ?? {};
  return suppressionId === null || by === 'domain' || ticketOf(state) !== null
    ? []
    : [{ suppressionId, keys: gatingKeys(keysOfPerson(state), state.key.key) }];
}

function withPlanOfFailure({ row, outcome }: Decided, { dryRun }: StageContext): Decided {
  return dryRun === undefined || outcome.status !== 'failed'
    ? { row, outcome }
    : { row, outcome: { ...outcome, plan: planOfFailure(outcome) } };
}

function failureOfKnown(state: WrittenRow, at: string): NewTimelineEntry[] {
  const { known, outcome } = state;
  return known === null || outcome?.status !== 'failed'
    ? []
    : [timelineOfRow(state, { outcome, leadId: known.leadId, at })];
}
