import { jobCatalogue, type RecordCallBody } from '@leadbridge/contracts';
import { cleanLine, LIMITS, type RecordKind } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import type { JobOutcome } from '../work/job-outcome.js';
import type { Job } from '../ports/jobs.js';
import type { CallRecord } from '../ports/records.js';
import { recordLastStep, withRecord, type LifecycleDependencies } from './claim-lead.js';
import { ticketLost } from './lost-in-psa.js';
import { postAction } from './push-status.js';
import { callNote } from './notes.js';
import { cleanText } from './read-input.js';

/** Records a call with a lead, a prospect or an opportunity, and adds it to the ticket as an Action. */
export async function recordCall(deps: LifecycleDependencies, job: Job<'call_record'>): Promise<JobOutcome> {
  const { input } = job;
  const asked = { ...calledRecord(input), priority: jobCatalogue[job.type].priority };
  return await withRecord(deps, asked, async (work, record) => {
    const { psaTicketId, leadId } = record;
    if (psaTicketId === null) {
      return ticketLost(asked.kind, leadId);
    }
    const at = isoTime(work.clock.now());
    const ids = {
      leadId,
      prospectId: asked.kind === 'lead' ? null : record.prospectId,
      opportunityId: asked.kind === 'opportunity' ? asked.id : null,
    };
    const call = callOf(ids, job, at);
    const intent = { jobId: job.jobId, leadId, to: [], at };
    const resumed = !(await work.store.beginIntent(intent));
    const psaActionId = await postAction(
      work.session,
      { ticketId: psaTicketId, text: callNote(call), reference: call.callId },
      resumed,
    );
    // In the order of the response.
    const { recordedBy, createdAt, ...about } = call;
    const newCall: CallRecord = { ...about, psaActionId, recordedBy, createdAt };
    return await recordLastStep(work, job, at, { newCall, result: { success: true, ...newCall } });
  });
}

function calledRecord(input: RecordCallBody): { readonly kind: RecordKind; readonly id: number } {
  if (input.opportunity_id !== undefined) {
    return { kind: 'opportunity', id: input.opportunity_id };
  }
  return input.prospect_id === undefined
    ? { kind: 'lead', id: input.lead_id ?? 0 }
    : { kind: 'prospect', id: input.prospect_id };
}

function callOf(
  { leadId, prospectId, opportunityId }: Pick<CallRecord, 'leadId' | 'prospectId' | 'opportunityId'>,
  job: Job<'call_record'>,
  at: string,
): Omit<CallRecord, 'psaActionId'> {
  const { input } = job;
  const line = (text: string | undefined): string | null =>
    text === undefined ? null : cleanLine(text, LIMITS.customField) || null;
  return {
    // Derived from the job id, so that a run after a crash finds the Action of the previous run.
    callId: job.jobId.replace(/^job_/u, 'call_'),
    leadId,
    prospectId,
    opportunityId,
    occurredAt: isoTime(Date.parse(input.occurred_at)),
    direction: input.direction,
    dialledNumber: line(input.dialled_number),
    durationSeconds: input.duration_seconds ?? null,
    agent: line(input.agent),
    outcome: line(input.outcome),
    nextAction: cleanText(input.next_action) ?? null,
    notes: cleanText(input.notes) ?? null,
    recordedBy: job.actor.name,
    createdAt: at,
  };
}
