import type { DomainEvent } from '../../ports/domain-event.js';
import type { NewErrorLogEntry } from '../../ports/error-log-entry.js';
import type { LeadWrite, SucceededOutcome } from '../../ports/import-store.js';
import type { NewTimelineEntry } from '../../ports/timeline.js';
import type { StageContext } from '../batch.js';
import { entryOfUnknownStatus } from '../decide/index.js';
import { planOfFailure } from '../dry-run/plan-of-row.js';
import type { ImportRow, WrittenRow } from '../import-row-state.js';
import { eventsOf, timelineOfRow } from './events-of-row.js';
import { leadWrite } from './lead-write.js';
import { foreseen, succeeded, ticketOf } from './outcome-of-row.js';

export interface ReservedIds {
  readonly first: Promise<number>;
  readonly count: number;
}

export interface RecordedLeads {
  readonly outcomes: Map<ImportRow, SucceededOutcome>;
  readonly leads: LeadWrite[];
  readonly events: DomainEvent[];
  readonly timeline: NewTimelineEntry[];
  readonly errorLogEntries: NewErrorLogEntry[];
}

/** The outcomes of rows that passed all stages, and the writes for their leads. */
export async function recordFinished(
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

function isToBeRecorded(state: WrittenRow): boolean {
  return ticketOf(state) !== null && !isOfErasedPerson(state);
}

/** An opt-out without an entry is that of an erased person, about whom nothing else may be stored. */
export function isOfErasedPerson({ suppressed, known, plan }: WrittenRow): boolean {
  return suppressed !== null && suppressed.suppressionId === null && known === null && plan?.kind === 'leave';
}

/** Warnings quote what was sent, and a plan may show what the PSA holds. */
function withoutPerson({ plan, reason = '', ...outcome }: SucceededOutcome): SucceededOutcome {
  return {
    ...{ ...outcome, reason, warnings: [] },
    ...(plan === undefined ? {} : { plan: planOfFailure({ error: reason }) }),
  };
}
