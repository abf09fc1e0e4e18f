import { UNDONE } from '@leadbridge/domain';
import { traceOf } from '@leadbridge/platform';

import type { DomainEvent } from '../../ports/domain-event.js';
import type { SucceededOutcome } from '../../ports/import-store.js';
import type { WrittenRow } from '../import-row-state.js';
import { isRevived } from './lead-write.js';

/** The webhook events of a row whose lead is recorded. */
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
