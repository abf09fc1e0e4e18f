import { customFieldName, gatingKeys, qualityScore, UNDONE } from '@leadbridge/domain';
import { isoTime, traceOf } from '@leadbridge/platform';

import type { DomainEvent } from '../../ports/domain-event.js';
import type {
  ExternalId,
  LearntKeys,
  LeadWrite,
  ListGroup,
  SucceededOutcome,
} from '../../ports/import-store.js';
import type { NewErrorLogEntry } from '../../ports/error-log-entry.js';
import type { NewTimelineEntry } from '../../ports/timeline.js';
import type { Decided, StageContext } from '../batch.js';
import { optOutOfRow, optOutsOfUnrecordedRows } from '../opt-out-of-row.js';
import { keysOfPerson, open, type ImportRowState } from '../import-row-state.js';
import type { DryRunMemory } from '../dry-run/dry-run-memory.js';
import { planOfFailure, planOfRow } from '../dry-run/plan-of-row.js';
import { entryOfUnknownStatus } from './beginnings.js';
import { fieldsOfRow, timelineOfRow } from './field-states.js';
import { planListGroups } from './lists.js';
import { entriesOfFailures } from './entries-of-failures.js';

/** A lead that has had more names, companies and numbers than make so many keys is no person; the newest count. */
const maxPersonKeys = 200;

export interface WorkedRows {
  /** Rows that went through all stages, or failed in one. */
  readonly reached: readonly ImportRowState[];
  readonly rejected: readonly Decided[];
  /** Numbers for new leads, where some were reserved before it was known how many it would be. */
  readonly leadIds: ReservedIds | null;
}

export interface ReservedIds {
  readonly first: Promise<number>;
  readonly count: number;
}

/**
 * Remembers what became of every row: outcomes, leads, lists still to fill, events and entries of the error log, all or nothing.
 *
 * @returns the tickets that belong on lists, as they are stored
 */
export async function recordBatch(
  { reached: rows, rejected, leadIds }: WorkedRows,
  context: StageContext,
): Promise<readonly ListGroup[]> {
  const { store, claims, clock, batch } = context;
  const at = isoTime(clock.now());
  const finished = open(rows).filter((row) => row.plan !== null);
  const isNew = (row: ImportRowState): boolean => row.known === null && isToBeRecorded(row);
  const nextLeadId = await numbersFor(finished.filter(isNew), 'lead', store, leadIds);
  const nextProspectId = await numbersFor(
    finished.filter((row) => isNew(row) && row.begins.prospect !== null),
    'prospect',
    store,
  );
  const errorLogEntries: NewErrorLogEntry[] = [];
  const listGroups = await planListGroups(finished, context, errorLogEntries);
  const leads: LeadWrite[] = [];
  const events: DomainEvent[] = [];
  const timeline: NewTimelineEntry[] = rows.flatMap((row) => failureOfKnown(row, at));
  for (const row of finished) {
    const psaTicketId = ticketOf(row);
    const leadId = row.known?.leadId ?? (isNew(row) ? nextLeadId() : null);
    const outcome = succeeded(row, leadId, psaTicketId);
    row.outcome = context.dryRun === undefined ? outcome : foreseen(outcome, row, context, context.dryRun);
    if (leadId !== null && psaTicketId !== null) {
      const { prospect } = row.begins;
      leads.push({
        ...leadWrite(row, { leadId, psaTicketId, at, session: context.session }),
        prospect: isNew(row) && prospect !== null ? { ...prospect, prospectId: nextProspectId() } : null,
      });
      events.push(...eventsOf(row, outcome));
      timeline.push(timelineOfRow(row, { outcome, leadId, at }));
      errorLogEntries.push(...entryOfUnknownStatus(row, leadId));
    }
  }
  errorLogEntries.push(...finished.flatMap(refusedNote), ...finished.flatMap(droppedFields));
  const decided = [
    ...rejected,
    ...rows.flatMap(({ row, outcome }) => (outcome === null ? [] : [{ row, outcome }])),
  ].map((each) => withPlanOfFailure(each, context));
  const recorded = new Set(
    finished.filter((row) => ticketOf(row) !== null || isOfErasedPerson(row)).map(({ row }) => row),
  );
  const unrecorded = decided.map(({ row }) => row).filter((row) => !recorded.has(row));
  errorLogEntries.push(...entriesOfFailures(decided, { ofBulk: batch.countsProgress }));
  if (decided.length === 0) {
    return [];
  }
  return await store.record({
    fence: claims.fence,
    countsProgress: batch.countsProgress,
    at,
    rows: decided.map(({ row, outcome }) => ({ ref: row.ref, source: row.source.name, outcome })),
    leads,
    unfinishedCreations: rows
      .filter(({ row, plan, outcome }) => outcome === null && plan?.kind === 'create' && row.intent === null)
      .map(({ row }) => row.ref),
    resumedCreations: decided.filter(({ row }) => row.intent?.kind === 'create').map(({ row }) => row.ref),
    listGroups,
    events,
    errorLogEntries,
    optOuts: optOutsOfUnrecordedRows(unrecorded, at, context.settings()),
    learntKeys: finished.flatMap(learntKeys),
    timeline,
    ...(context.mirror === null ? {} : { observations: context.observed.all() }),
  });
}

/** The outcome of a dry run: what is not there yet has no id. */
function foreseen(
  { leadId, psaTicketId, suppressionId, ...outcome }: SucceededOutcome,
  row: ImportRowState,
  context: StageContext,
  memory: DryRunMemory,
): SucceededOutcome {
  const known = (id: number | null): number | null => (id === null || id < 0 ? null : id);
  return {
    ...outcome,
    leadId: known(leadId),
    psaTicketId: known(psaTicketId),
    ...(suppressionId === undefined || suppressionId === '' ? {} : { suppressionId }),
    plan: planOfRow(row, context, memory),
  };
}

/** Reserves a number for each of the rows; answers where to take the next. */
async function numbersFor(
  rows: readonly ImportRowState[],
  kind: 'lead' | 'prospect',
  store: StageContext['store'],
  reserved: ReservedIds | null = null,
): Promise<() => number> {
  const isEnough = reserved !== null && rows.length <= reserved.count;
  let next = rows.length === 0 ? 0 : await (isEnough ? reserved.first : store.reserveIds(kind, rows.length));
  return () => next++;
}

/** Of somebody who has opted out and has no ticket: the next import may bring what this one brought, and nothing else. */
function learntKeys(row: ImportRowState): LearntKeys[] {
  const suppressionId = row.suppressed?.suppressionId ?? null;
  return suppressionId === null || ticketOf(row) !== null
    ? []
    : [{ suppressionId, keys: gatingKeys(keysOfPerson(row), row.key.key) }];
}

function refusedNote({ noteRefusal, known, row }: ImportRowState): NewErrorLogEntry[] {
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

function droppedFields({ droppedFields: ids, row }: ImportRowState): NewErrorLogEntry[] {
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

function isToBeRecorded(row: ImportRowState): boolean {
  return ticketOf(row) !== null && !isOfErasedPerson(row);
}

/** An opt-out without an entry is of somebody who was erased: no more is to be held of them than that they are not to be contacted. */
function isOfErasedPerson({ suppressed, known, plan }: ImportRowState): boolean {
  return suppressed !== null && suppressed.suppressionId === null && known === null && plan?.kind === 'leave';
}

function ticketOf(row: ImportRowState): number | null {
  return row.ticketId ?? row.ticket?.id ?? row.known?.psaTicketId ?? null;
}

function succeeded(row: ImportRowState, leadId: number | null, psaTicketId: number | null): SucceededOutcome {
  const base = {
    status: 'succeeded',
    leadId,
    psaTicketId,
    qualityScore: qualityScore(row.merged),
    warnings: row.warnings,
  } as const;
  const { plan } = row;
  switch (plan?.kind) {
    case 'create':
    case 'adopt':
      return {
        ...base,
        result: 'created',
        actionsTaken: [
          'lead_created',
          ...(row.row.options.customFields ? ['custom_fields_populated'] : []),
          ...(row.lists.length > 0 ? ['list_assigned'] : []),
        ],
      };
    case 'reopen':
      return {
        ...base,
        result: 'created',
        actionsTaken: [
          'lead_reopened',
          ...(row.row.options.customFields ? ['custom_fields_populated'] : []),
          ...(row.lists.length > 0 ? ['list_assigned'] : []),
          ...(row.noteRefusal === null ? ['note_added'] : []),
        ],
      };
    case 'update':
      return {
        ...base,
        result: 'updated',
        actionsTaken: [
          'lead_updated',
          ...(plan.fieldsUpdated.some((field) => field.startsWith('CF_')) ? ['custom_fields_populated'] : []),
          ...(row.noteRefusal === null ? ['note_added'] : []),
        ],
        fieldsUpdated: plan.fieldsUpdated,
        fieldsPreserved: plan.fieldsPreserved,
        manualWorkDetected: plan.manualWorkDetected,
      };
    case 'leave':
      return { ...base, result: plan.result, reason: plan.reason, actionsTaken: [], ...suppressedBy(row) };
    default:
      throw new Error('A row reached its record without a plan');
  }
}

function suppressedBy({
  suppressed,
}: ImportRowState): Pick<SucceededOutcome, 'suppressedBy' | 'suppressionId'> {
  return suppressed === null
    ? {}
    : {
        suppressedBy: suppressed.by,
        ...(suppressed.suppressionId === null ? {} : { suppressionId: suppressed.suppressionId }),
      };
}

/** An import that failed for a lead that there is. */
function failureOfKnown(row: ImportRowState, at: string): NewTimelineEntry[] {
  const { known, outcome } = row;
  return known === null || outcome?.status !== 'failed'
    ? []
    : [timelineOfRow(row, { outcome, leadId: known.leadId, at })];
}

function leadWrite(
  row: ImportRowState,
  {
    leadId,
    psaTicketId,
    at,
    session,
  }: {
    readonly leadId: number;
    readonly psaTicketId: number;
    readonly at: string;
    readonly session: StageContext['session'];
  },
): Omit<LeadWrite, 'prospect'> {
  const { source } = row.row;
  return {
    key: row.recordKey,
    leadId,
    isNew: row.known === null,
    psaTicketId,
    ticketCreatedAfter:
      row.plan?.kind === 'create' || row.plan?.kind === 'adopt' ? isoTime(row.row.acceptedAt) : null,
    psaClientId: row.place.clientId,
    psaSiteId: row.place.siteId,
    psaUserId: row.place.userId,
    source: source.name,
    sourceData: { kind: source.kind, lead: row.lead, receivedAt: at, jobId: row.row.ref.jobId },
    externalIds: externalIdsOf(row),
    merged: row.merged,
    provenance: row.provenance,
    fields: fieldsOfRow(row, at, session),
    bySource: row.bySource,
    qualityScore: qualityScore(row.merged),
    status: row.begins.lead,
    revives: isRevived(row),
    personKeys: keysOfPerson(row).slice(0, maxPersonKeys),
    hasOptedOut: row.merged.doNotContact || row.suppressed !== null,
    optOut: optOutOfRow(row, { leadId, psaTicketId, at }),
  };
}

/** An import without an id leaves the one that its source has given before. */
function externalIdsOf({ row, known, externalId }: ImportRowState): readonly ExternalId[] {
  const before = known?.externalIds ?? [];
  const source = row.source.name;
  return externalId === null
    ? before
    : [...before.filter((id) => id.source !== source), { source, externalId }];
}

/** Of somebody who has opted out nothing new begins. */
function isRevived({ known, suppressed, plan }: ImportRowState): boolean {
  return known?.isUndone === true && !(suppressed !== null && plan?.kind === 'leave');
}

function eventsOf(row: ImportRowState, outcome: SucceededOutcome): DomainEvent[] {
  return [...eventsOfResult(row, outcome), ...(isRevived(row) ? [eventOfRevival(row, outcome)] : [])];
}

function eventOfRevival(
  { row, begins }: ImportRowState,
  { leadId, psaTicketId }: SucceededOutcome,
): DomainEvent {
  const data = {
    ...{ lead_id: leadId, psa_ticket_id: psaTicketId, source: row.source.name },
    ...{ job_id: row.ref.jobId, from: UNDONE, to: begins.lead },
  };
  return { type: 'lead.status_changed', data, ...traceOf(row) };
}

function eventsOfResult(row: ImportRowState, outcome: SucceededOutcome): DomainEvent[] {
  const data = {
    lead_id: outcome.leadId,
    psa_ticket_id: outcome.psaTicketId,
    source: row.row.source.name,
    job_id: row.row.ref.jobId,
    quality_score: outcome.qualityScore,
  };
  const origin = traceOf(row.row);
  switch (outcome.result) {
    case 'created':
      return [{ type: 'lead.created', data, ...origin }];
    case 'updated':
      return [{ type: 'lead.updated', data: { ...data, fields_updated: outcome.fieldsUpdated }, ...origin }];
    default:
      return [];
  }
}
