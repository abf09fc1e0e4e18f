import { UNDONE } from '@leadbridge/domain';
import { traceOf } from '@leadbridge/platform';

import type { DomainEvent } from '../../ports/domain-event.js';
import type { SucceededOutcome } from '../../ports/import-store.js';
import type { ImportRowState } from '../import-row-state.js';
import { isRevived } from './lead-write.js';

/** What the webhooks are told of a row whose lead is recorded. */
export function eventsOf(row: ImportRowState, outcome: SucceededOutcome): DomainEvent[] {
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
