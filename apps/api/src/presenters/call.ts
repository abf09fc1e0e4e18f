import type { CallView } from '@leadbridge/contracts';
import type { CallRecord } from '@leadbridge/usecases';

/** A call in the response to its recording and in lists. */
export function presentCall(call: CallRecord): CallView {
  return {
    call_id: call.callId,
    lead_id: call.leadId,
    prospect_id: call.prospectId,
    opportunity_id: call.opportunityId,
    occurred_at: call.occurredAt,
    direction: call.direction,
    dialled_number: call.dialledNumber,
    duration_seconds: call.durationSeconds,
    agent: call.agent,
    outcome: call.outcome,
    next_action: call.nextAction,
    notes: call.notes,
    psa_action_id: call.psaActionId,
    recorded_by: call.recordedBy,
    created_at: call.createdAt,
  };
}
