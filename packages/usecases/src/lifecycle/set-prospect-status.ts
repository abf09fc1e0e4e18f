import { jobCatalogue, type JobResult } from '@leadbridge/contracts';
import {
  checkTransition,
  mergeQualification,
  qualificationFields,
  qualifiedFaults,
  toPsaCustomFields,
  unmetCriteria,
} from '@leadbridge/domain';
import type { ProspectStatus, QualificationData, Transition as TableLine } from '@leadbridge/domain';

import { done, refused, refusedFaults, type JobOutcome } from '../work/job-outcome.js';
import type { Job } from '../ports/jobs.js';
import type { TicketChanges } from '../ports/psa.js';
import type { ProspectRecord } from '../ports/records.js';
import { withTicketFields } from './auto-conversion.js';
import { recordLastStep, withRecord, type LeadWork, type LifecycleDependencies } from './claim-lead.js';
import { hasTicket, ticketLost, type WithTicket } from './lost-in-psa.js';
import { moveTicket } from './move-ticket.js';
import { statusPush, postMoveNote } from './push-status.js';
import { causeOf, transitionTo } from './transitions.js';
import { prospectQualified } from './new-prospect.js';
import { statusNote } from './notes.js';
import { cleanText, readQualification } from './read-input.js';
import { faultsUnder, illegalTransition } from './refusals.js';

/** Changes the state of a prospect (specification, "PUT /prospects/{prospect_id}/status"). */
export async function setProspectStatus(
  deps: LifecycleDependencies,
  job: Job<'prospect_status'>,
): Promise<JobOutcome> {
  const { input } = job;
  const { priority } = jobCatalogue[job.type];
  const asked = { kind: 'prospect', id: input.prospect_id, priority } as const;
  return await withRecord(deps, asked, async (work, prospect) => {
    if (!hasTicket(prospect)) {
      return ticketLost('prospect', prospect.leadId);
    }
    const check = checkTransition('prospect', prospect.status, input.status);
    switch (check.result) {
      case 'unchanged':
        return done(resultOf(prospect, prospect.status));
      case 'refused':
        return illegalTransition('prospect', check);
      default:
        return await checkAndMove(work, job, prospect, check.transition);
    }
  });
}

async function checkAndMove(
  work: LeadWork,
  job: Job<'prospect_status'>,
  prospect: WithTicket<ProspectRecord>,
  line: TableLine,
): Promise<JobOutcome> {
  const { input } = job;
  // If criteria decide, data that people entered in the PSA counts too.
  const known = line.condition === 'none' ? prospect.qualification : await withTicketFields(work, prospect);
  const qualification = mergeQualification(known, readQualification(input.qualification_data));
  return conditionRefusal(line, qualification) ?? (await move(work, job, prospect, { line, qualification }));
}

/** Why the condition of a transition is not met, one fault per criterion; null if it is met. */
function conditionRefusal(line: TableLine, qualification: QualificationData): JobOutcome | null {
  switch (line.condition) {
    case 'criteria_met': {
      const faults = faultsUnder('qualification_data', qualifiedFaults(qualification));
      return faults.length === 0 ? null : refusedFaults(faults);
    }
    case 'criteria_missing':
      return unmetCriteria(qualification).length > 0
        ? null
        : refused('VALIDATION_ERROR', 'A prospect that meets all five criteria cannot be disqualified', {
            field: 'status',
            value: line.to,
            from: line.from,
            to: line.to,
            allowed: ['qualified'],
          });
    default:
      return null;
  }
}

async function move(
  work: LeadWork,
  job: Job<'prospect_status'>,
  prospect: WithTicket<ProspectRecord>,
  { line, qualification }: { readonly line: TableLine; readonly qualification: QualificationData },
): Promise<JobOutcome> {
  const { input } = job;
  const { prospectId, leadId, psaTicketId } = prospect;
  const { jobId } = job;
  const to = line.to as ProspectStatus;
  const cause = causeOf(work, job, cleanText(input.reason));
  const nextAction = cleanText(input.next_action) ?? null;
  const nextActionDate = input.next_action_date ?? null;
  const mirrored = await statusPush(work, to, { leadId, jobId });
  const fields = work.settings().psa.customFieldsEnabled
    ? changedFields(prospect.qualification, qualification)
    : {};
  const changes = { ...mirrored.changes, ...fields };
  const intent = { jobId, leadId, from: prospect.status, to: [to], at: cause.at };
  const ticketMove = await moveTicket(work, psaTicketId, changes, intent);
  const errorLogEntries = [...mirrored.errorLogEntries, ...ticketMove.errorLogEntries];
  if (cause.reason !== null || nextAction !== null || nextActionDate !== null) {
    const note = statusNote({ ...cause, status: to, nextAction, nextActionDate, reference: jobId });
    const noted = { ticketId: psaTicketId, note, leadId, jobId };
    errorLogEntries.push(...(await postMoveNote(work.session, noted, ticketMove.resumed)));
  }

  const moved = transitionTo({ ...prospect, kind: 'prospect', recordId: prospectId }, to, cause);
  return await recordLastStep(work, job, cause.at, {
    prospect: { prospectId, statusChanges: [moved.change], qualification, nextAction, nextActionDate },
    transitions: [moved.transition],
    events: to === 'qualified' ? [prospectQualified({ ...prospect, qualification })] : [],
    errorLogEntries,
    result: resultOf(prospect, to),
  });
}

function changedFields(
  before: QualificationData,
  after: QualificationData,
): Pick<TicketChanges, 'customfields'> {
  const known = qualificationFields(before);
  const changed = toPsaCustomFields(qualificationFields(after)).filter(
    ({ id, value }) => known[id] !== value,
  );
  return changed.length === 0 ? {} : { customfields: changed };
}

function resultOf(
  prospect: WithTicket<ProspectRecord>,
  status: ProspectStatus,
): JobResult<'prospect_status'> {
  return {
    success: true,
    prospectId: prospect.prospectId,
    leadId: prospect.leadId,
    psaTicketId: prospect.psaTicketId,
    status,
    previousStatus: prospect.status,
  };
}
