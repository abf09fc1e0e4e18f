import { UNDONE, clip, type FieldChange } from '@leadbridge/domain';
import { traceOf } from '@leadbridge/platform';

import type { DomainEvent } from '../../ports/domain-event.js';
import type { SucceededOutcome, RowOutcome } from '../../ports/import-store.js';
import type { NewTimelineEntry } from '../../ports/timeline.js';
import type { WrittenRow } from '../import-row-state.js';
import { isRevived } from './lead-write.js';

export function eventsOf(state: WrittenRow, outcome: SucceededOutcome): DomainEvent[] {
  return [...eventsOfResult(state, outcome), ...(isRevived(state) ? [eventOfRevival(state, outcome)] : [])];
}

function eventOfRevival({ row, begins }: WrittenRow, { leadId, psaTicketId }: SucceededOutcome): DomainEvent {
  const data = {
    ...{ lead_id: leadId, psa_ticket_id: psaTicketId, source: row.source.name },
    ...{ job_id: row.ref.jobId, from: UNDONE, to: begins.lead },
  };
  return { type: 'lead.status_changed', data, ...traceOf(row) };
}

function eventsOfResult(state: WrittenRow, outcome: SucceededOutcome): DomainEvent[] {
  const data = {
    lead_id: outcome.leadId,
    psa_ticket_id: outcome.psaTicketId,
    source: state.row.source.name,
    job_id: state.row.ref.jobId,
    quality_score: outcome.qualityScore,
  };
  const origin = traceOf(state.row);
  switch (outcome.result) {
    case 'created':
      return [{ type: 'lead.created', data, ...origin }];
    case 'updated':
      return [{ type: 'lead.updated', data: { ...data, fields_updated: outcome.fieldsUpdated }, ...origin }];
    default:
      return [];
  }
}

/** The history has no retention limit, so it holds only the beginning of a long text. */
const maxChangeLength = 500;

export function timelineOfRow(
  state: WrittenRow,
  { outcome, leadId, at }: { readonly outcome: RowOutcome; readonly leadId: number; readonly at: string },
): NewTimelineEntry {
  const base = {
    kind: 'import',
    leadId,
    at,
    jobId: state.row.ref.jobId,
    index: state.row.ref.index,
    row: state.row.row,
    source: state.row.source.name,
  } as const;
  if (outcome.status === 'failed') {
    return {
      result: 'failed',
      reason: outcome.code,
      psaTicketId: state.known?.psaTicketId ?? null,
      changes: {},
      fieldsPreserved: [],
      manualWorkDetected: false,
      ...base,
    };
  }
  return {
    result: outcome.result,
    reason: outcome.reason ?? null,
    psaTicketId: outcome.psaTicketId,
    changes: state.plan?.kind === 'update' ? cutChanges(state.plan.changes) : {},
    fieldsPreserved: outcome.fieldsPreserved ?? [],
    manualWorkDetected: outcome.manualWorkDetected ?? false,
    ...(outcome.companyMatch === undefined ? {} : { companyMatch: outcome.companyMatch }),
    ...base,
  };
}

function cutChanges(changes: Readonly<Record<string, FieldChange>>): Readonly<Record<string, FieldChange>> {
  return Object.fromEntries(
    Object.entries(changes).map(([field, { from, to }]) => [field, { from: cut(from), to: cut(to) }]),
  );
}

function cut<Value>(value: Value): Value | string {
  return typeof value === 'string' && value.length > maxChangeLength
    ? `${clip(value, maxChangeLength)}…`
    : value;
}
