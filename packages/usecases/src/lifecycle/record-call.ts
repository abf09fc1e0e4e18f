import { jobCatalogue, type RecordCallBody } from '@leadbridge/contracts';
import { cleanLine, LIMITS, type RecordKind } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import { jobEnd, type JobOutcome } from '../work/job-outcome.js';
import type { Job } from '../ports/jobs.js';
import type { CallRecord, LifecycleRecord } from '../ports/records.js';
import { withLead, type LifecycleDependencies } from './claim-lead.js';
import { ticketLost } from './lost-in-psa.js';
import { postAction } from './push-status.js';
import { callNote } from './notes.js';
import { cleanText } from './read-input.js';
import { noSuchRecord } from './refusals.js';

interface CalledRecord {
  readonly recordKind: RecordKind;
  readonly record: Pick<LifecycleRecord, 'leadId' | 'psaTicketId'>;
  readonly ids: Pick<CallRecord, 'leadId' | 'prospectId' | 'opportunityId'>;
}

/** Records a call with a lead, a prospect or an opportunity, and adds it to the ticket as an Action. */
export async function recordCall(deps: LifecycleDependencies, job: Job<'call_record'>): Promise<JobOutcome> {
  const { input } = job;
  const found = await findCalled(deps, input);
  if ('kind' in found) {
    return found;
  }
  return await withLead(deps, found.record.leadId, jobCatalogue[job.type].priority, async (work) => {
    // An erasure may have removed it before the lead was claimed.
    const called = await findCalled(work, input);
    if ('kind' in called) {
      return called;
    }
    const { psaTicketId, leadId } = called.record;
    const { jobId } = job;
    if (psaTicketId === null) {
      return ticketLost(called.recordKind, leadId);
    }
    const at = isoTime(work.clock.now());
    const call = callOf(called, job, at);
    const resumed = !(await work.store.beginIntent({ jobId, leadId, to: [], at }));
    const psaActionId = await postAction(
      work.session,
      { ticketId: psaTicketId, text: callNote(call), reference: call.callId },
      resumed,
    );
    // In the order of the response.
    const { recordedBy, createdAt, ...about } = call;
    const newCall: CallRecord = { ...about, psaActionId, recordedBy, createdAt };
    await work.assertHeld();
    await work.store.record({
      fence: work.fence,
      at,
      newCall,
      end: jobEnd(jobId, { kind: 'done', result: { success: true, ...newCall } }, isoTime(work.clock.now())),
    });
    return { kind: 'recorded' };
  });
}

async function findCalled(
  { store }: LifecycleDependencies,
  input: RecordCallBody,
): Promise<CalledRecord | JobOutcome> {
  if (input.opportunity_id !== undefined) {
    const record = await store.findOpportunity(input.opportunity_id);
    return record === null
      ? noSuchRecord('opportunity', input.opportunity_id)
      : { recordKind: 'opportunity', record, ids: record };
  }
  if (input.prospect_id !== undefined) {
    const record = await store.findProspect(input.prospect_id);
    return record === null
      ? noSuchRecord('prospect', input.prospect_id)
      : { recordKind: 'prospect', record, ids: { ...record, opportunityId: null } };
  }
  const leadId = input.lead_id ?? 0;
  const record = await store.findLead(leadId);
  return record === null
    ? noSuchRecord('lead', leadId)
    : { recordKind: 'lead', record, ids: { leadId, prospectId: null, opportunityId: null } };
}

function callOf(
  { ids: { leadId, prospectId, opportunityId } }: CalledRecord,
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
