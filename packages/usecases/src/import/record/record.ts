import { customFieldName, gatingKeys } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { DomainEvent } from '../../ports/domain-event.js';
import type {
  AddedKeys,
  BatchRecord,
  LeadWrite,
  ListGroup,
  RecordedRow,
  RowRef,
  SucceededOutcome,
} from '../../ports/import-store.js';
import type { NewErrorLogEntry } from '../../ports/error-log-entry.js';
import type { NewTimelineEntry } from '../../ports/timeline.js';
import type { Decided, RecordedOutcome, StageContext } from '../batch.js';
import { endOfSingle } from './end-of-single.js';
import { optOutsOfUnrecordedRows } from './opt-outs-of-rows.js';
import { allEnded } from '../../work/all-ended.js';
import { erasedRow } from '../../work/erased-row.js';
import { keysOfPerson, open, type DecidedRow, type ImportRow, type WrittenRow } from '../import-row-state.js';
import { planOfFailure } from '../dry-run/plan-of-row.js';
import { entryOfUnknownStatus } from '../decide/index.js';
import { companyReviewsOf, mayBeIssuedAgain, fillLists, planListGroups } from '../write/index.js';
import { eventsOf, timelineOfRow } from './events-of-row.js';
import { leadWrite } from './lead-write.js';
import { entriesOfFailures } from './entries-of-failures.js';
import { withLateOptOuts } from '../match/index.js';
import { foreseen, succeeded, ticketOf } from './outcome-of-row.js';

export interface WorkedRows {
  /** Rows that passed all stages or failed in one. */
  readonly reached: readonly DecidedRow[];
  readonly rejected: readonly Decided[];
  /** Ids for new leads, if some were reserved before their number was known. */
  readonly leadIds: ReservedIds | null;
}

export interface ReservedIds {
  readonly first: Promise<number>;
  readonly count: number;
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
  const { reached: rows, rejected } = worked;
  const { store, claims, clock, batch, known } = context;
  const at = isoTime(clock.now());
  const failures = rows.flatMap((state) => failureOfKnown(state, at));
  const finished = await withLateOptOuts(
    open(rows).filter((state) => state.plan !== null),
    context,
  );
  const listEntries: NewErrorLogEntry[] = [];
  const created = finished.flatMap(({ plan, ticketId }) =>
    plan?.kind === 'create' || plan?.kind === 'adopt' ? (ticketId ?? []) : [],
  );
  const [areTicketIdsTaken, listGroups] = await allEnded([
    mayBeIssuedAgain(created, known.highest.ticketId, context) && store.areTicketIdsTaken(created),
    planListGroups(finished, context, listEntries).then(async (groups) => fillLists(groups, context)),
  ]);
  const ofLeads = await recordFinished(finished, worked.leadIds, at, context);
  const decided = [
    ...rejected,
    ...rows.flatMap(({ row, outcome: ended }): Decided[] => {
      const outcome = ended ?? ofLeads.outcomes.get(row) ?? null;
      return outcome === null ? [] : [{ row, outcome }];
    }),
  ].map((each) => withPlanOfFailure(each, context));
  if (decided.length === 0) {
    return [];
  }
  const forgotten = new Set(finished.filter(isOfErasedPerson).map(({ row }) => row));
  const recorded = new Set([
    ...forgotten,
    ...finished.filter((state) => ticketOf(state) !== null).map(({ row }) => row),
  ]);
  const unrecorded = decided
    // Nothing of an erased person is stored; if they had opted out, that is.
    .filter(({ row, outcome }) => !recorded.has(row) && outcome !== erasedRow)
    .map(({ row }) => row);
  // A group that was filled before belongs to one row.
  const filled = batch.flushLists ? listGroups.filter(({ state }) => state === 'added') : [];
  const mayEnd = ({ jobId }: RowRef): boolean => !batch.countsProgress && !hasOpenLists(jobId, listGroups);
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
    ...(batch.countsProgress ? creationsOf(rows, decided) : {}),
    listGroups: listGroups.filter((group) => !filled.includes(group)),
    events: ofLeads.events,
    errorLogEntries: [
      ...listEntries,
      ...ofLeads.errorLogEntries,
      ...finished.flatMap(refusedNote),
      ...finished.flatMap(droppedFields),
      ...entriesOfFailures(decided, { ofBulk: batch.countsProgress }),
    ],
    optOuts: optOutsOfUnrecordedRows(unrecorded, at, context.settings()),
    addedKeys: finished.flatMap(addedKeys),
    timeline: [...failures, ...ofLeads.timeline],
    companyReviews: companyReviewsOf(finished, ofLeads.outcomes),
    ...observationsOf(context),
  });
  context.underWay.push(behind);
  return decided.map((each) => ({ hasOpenLists: hasOpenLists(each.row.ref.jobId, listGroups), ...each }));
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

interface RecordedLeads {
  readonly outcomes: Map<ImportRow, SucceededOutcome>;
  readonly leads: LeadWrite[];
  readonly events: DomainEvent[];
  readonly timeline: NewTimelineEntry[];
  readonly errorLogEntries: NewErrorLogEntry[];
}

/** The outcomes of rows that passed all stages, and the writes for their leads. */
async function recordFinished(
  finished: readonly WrittenRow[],
  leadIds: ReservedIds | null,
  at: string,
  context: StageContext,
): Promise<RecordedLeads> {
  const { store, session, dryRun } = context;
  const isNew = (state: WrittenRow): boolean => state.known === null && isToBeRecorded(state);
  const fresh = finished.filter(isNew);
  const prospects = fresh.filter(({ begins }) => begins.prospect !== null);
  const nextLeadId = await numbersFor(fresh, 'lead', store, leadIds);
  const nextProspectId = await numbersFor(prospects, 'prospect', store);
  const records: RecordedLeads = {
    outcomes: new Map(),
    leads: [],
    events: [],
    timeline: [],
    errorLogEntries: [],
  };
  for (const state of finished) {
    const psaTicketId = ticketOf(state);
    const leadId = state.known?.leadId ?? (isNew(state) ? nextLeadId() : null);
    const outcome = succeeded(state, leadId, psaTicketId);
    const shown = dryRun === undefined ? outcome : foreseen(outcome, state, context, dryRun);
    records.outcomes.set(state.row, isOfErasedPerson(state) ? withoutPerson(shown) : shown);
    if (leadId !== null && psaTicketId !== null) {
      const { prospect } = state.begins;
      records.leads.push({
        prospect: isNew(state) && prospect !== null ? { ...prospect, prospectId: nextProspectId() } : null,
        ...leadWrite(state, { leadId, psaTicketId, at, session }),
      });
      records.events.push(...eventsOf(state, outcome));
      records.timeline.push(timelineOfRow(state, { outcome, leadId, at }));
      records.errorLogEntries.push(...entryOfUnknownStatus(state, leadId));
    }
  }
  return records;
}

/** Reserves an id for each of the rows; returns a function that returns the next id. */
async function numbersFor(
  rows: readonly WrittenRow[],
  kind: 'lead' | 'prospect',
  store: StageContext['store'],
  reserved: ReservedIds | null = null,
): Promise<() => number> {
  const isEnough = reserved !== null && rows.length <= reserved.count;
  let next = rows.length === 0 ? 0 : await (isEnough ? reserved.first : store.reserveIds(kind, rows.length));
  return () => next++;
}

/**
 * For a person who has opted out and has no ticket: the next import may contain only the data that this one
 * contained. The entry of a domain is no person's.
 */
function addedKeys(state: WrittenRow): AddedKeys[] {
  const { suppressionId = null, by } = state.suppressed ?? {};
  return suppressionId === null || by === 'domain' || ticketOf(state) !== null
    ? []
    : [{ suppressionId, keys: gatingKeys(keysOfPerson(state), state.key.key) }];
}

function refusedNote({ noteRefusal, known, row }: WrittenRow): NewErrorLogEntry[] {
  return noteRefusal === null
    ? []
    : [
        {
          level: 'warning',
          message: `The PSA refused the note of an update: ${noteRefusal}`,
          source: 'psa',
          errorCode: 'NOTE_REFUSED',
          leadSource: row.source.name,
          jobId: row.ref.jobId,
          requestId: row.requestId,
          ...(known === null ? {} : { leadId: known.leadId }),
        },
      ];
}

function withPlanOfFailure({ row, outcome }: Decided, { dryRun }: StageContext): Decided {
  return dryRun === undefined || outcome.status !== 'failed'
    ? { row, outcome }
    : { row, outcome: { ...outcome, plan: planOfFailure(outcome) } };
}

function droppedFields({ droppedFields: ids, row }: WrittenRow): NewErrorLogEntry[] {
  const names = ids.map(customFieldName).join(', ');
  return ids.length === 0
    ? []
    : [
        {
          level: 'error',
          message: `The PSA accepts ${names} but does not store what is written: check the field in the PSA`,
          source: 'psa',
          errorCode: 'FIELD_DROPPED',
          leadSource: row.source.name,
          jobId: row.ref.jobId,
          requestId: row.requestId,
        },
      ];
}

function isToBeRecorded(state: WrittenRow): boolean {
  return ticketOf(state) !== null && !isOfErasedPerson(state);
}

/**
 * An opt-out without an entry belongs to a person who was erased: nothing may be stored about them except
 * that they must not be contacted.
 */
function isOfErasedPerson({ suppressed, known, plan }: WrittenRow): boolean {
  return suppressed !== null && suppressed.suppressionId === null && known === null && plan?.kind === 'leave';
}

/** Warnings quote what was sent, and a plan may show what the PSA holds. */
function withoutPerson({ plan, reason = '', ...outcome }: SucceededOutcome): SucceededOutcome {
  return {
    ...{ ...outcome, reason, warnings: [] },
    ...(plan === undefined ? {} : { plan: planOfFailure({ error: reason }) }),
  };
}

/** A failed import of an existing lead. */
function failureOfKnown(state: WrittenRow, at: string): NewTimelineEntry[] {
  const { known, outcome } = state;
  return known === null || outcome?.status !== 'failed'
    ? []
    : [timelineOfRow(state, { outcome, leadId: known.leadId, at })];
}
