import { companyMatchSchema, wireForm, type TimelineEntryView } from '@leadbridge/contracts';
import type { TimelineEntry } from '@leadbridge/usecases';

export function presentTimelineEntry(entry: TimelineEntry): TimelineEntryView {
  return {
    entry_id: entry.entryId,
    at: entry.at,
    kind: entry.kind,
    by: 'by' in entry ? entry.by : entry.kind === 'import' || entry.kind === 'undo' ? entry.kind : null,
    job_id: 'jobId' in entry ? entry.jobId : null,
    details: detailsOf(entry),
  };
}

function detailsOf(entry: TimelineEntry): TimelineEntryView['details'] {
  switch (entry.kind) {
    case 'import':
      return {
        source: entry.source,
        index: entry.index,
        row: entry.row ?? entry.index + 1,
        result: entry.result,
        reason: entry.reason,
        psa_ticket_id: entry.psaTicketId,
        changes: entry.changes,
        fields_preserved: entry.fieldsPreserved,
        manual_work_detected: entry.manualWorkDetected,
        ...(entry.companyMatch === undefined
          ? {}
          : { company_match: wireForm(companyMatchSchema, entry.companyMatch) }),
      };
    case 'undo':
      return {
        parent_job_id: entry.parentJobId,
        result: entry.result,
        reason: entry.reason,
        fields_restored: entry.fieldsRestored,
        fields_kept: entry.fieldsKept,
      };
    case 'status': {
      const { record, from, to, reason, isFollowed } = entry;
      return { record, from, to, reason, followed: isFollowed };
    }
    case 'conversion':
      return { record: entry.record, [`${entry.record}_id`]: entry.recordId };
    case 'call':
      return {
        call_id: entry.callId,
        direction: entry.direction,
        agent: entry.agent,
        outcome: entry.outcome,
        duration_seconds: entry.durationSeconds,
      };
    case 'opt_out': {
      const { suppressionId, origin, reason, status } = entry;
      return { suppression_id: suppressionId, origin, reason, status };
    }
    case 'note':
      return { record: entry.record, text: entry.text };
    case 'event':
      return {
        event_id: entry.eventId,
        event_type: entry.eventType,
        deliveries: entry.deliveries.map(({ webhookId, deliveryId, status, at, attemptCount }) => ({
          webhook_id: webhookId,
          delivery_id: deliveryId,
          status,
          at,
          attempts: attemptCount,
        })),
      };
  }
}
