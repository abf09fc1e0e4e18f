import { jobCatalogue, type JobInput, type JobResult } from '@leadbridge/contracts';
import { mergeQualification, missingForConversion, promotionFrom, qualifiedFaults } from '@leadbridge/domain';
import type { QualificationData } from '@leadbridge/domain';

import { refused, refusedFaults, type JobOutcome } from '../work/job-outcome.js';
import type { Job } from '../ports/jobs.js';
import { PsaRefusedError } from '../ports/psa-errors.js';
import type { LeadRecord, ProspectRecord } from '../ports/records.js';
import { withTicketFields } from './auto-conversion.js';
import {
  recordLastStep,
  recordStep,
  withRecord,
  type LeadWork,
  type LifecycleDependencies,
} from './claim-lead.js';
import { createdOpportunity, opportunityDataOf, promote } from './promote.js';
import { hasTicket, ticketLost, type WithTicket } from './lost-in-psa.js';
import { moveTicket } from './move-ticket.js';
import { statusPush, postMoveNote } from './push-status.js';
import { causeOf, transitionTo } from './transitions.js';
import {
  newProspectOf,
  prospectConverted,
  prospectQualified,
  prospectTicketChanges,
} from './new-prospect.js';
import { teamNote } from './notes.js';
import { readQualification } from './read-input.js';
import { cannotBecome, faultsUnder } from './refusals.js';

type Input = JobInput<'prospect_conversion'>;

/**
 * Converts a lead to a prospect (specification, "POST /prospects/convert/{lead_id}"): changes the type,
 * status, category and CF_201 to CF_206 of its ticket, and carries all known data over. With
 * `create_opportunity` the prospect is promoted immediately.
 */
export async function convertLead(
  deps: LifecycleDependencies,
  job: Job<'prospect_conversion'>,
): Promise<JobOutcome> {
  const { input } = job;
  const { priority } = jobCatalogue[job.type];
  return await withRecord(deps, { kind: 'lead', id: input.lead_id, priority }, async (work, lead) => {
    if (!hasTicket(lead)) {
      return ticketLost('lead', lead.leadId);
    }
    const earlier = lead.prospectId === null ? null : await work.store.findProspect(lead.prospectId);
    if (earlier !== null) {
      // This job already converted it before it was interrupted: only the promotion is left.
      return earlier.convertedBy === job.jobId
        ? await promoteConverted(work, job, { ...earlier, psaTicketId: lead.psaTicketId }, false)
        : alreadyConverted(lead, earlier);
    }
    const line = promotionFrom('lead', lead.status);
    if (line === null) {
      return cannotBecome(
        { ...lead, kind: 'lead' },
        'new_prospect',
        `A lead must be engaged to be converted; this one is ${lead.status}`,
      );
    }
    const qualification = await completeQualification(work, lead, input);
    return refusal(input, qualification) ?? (await convert(work, job, lead, qualification));
  });
}

/**
 * The request takes precedence over what people have entered in the PSA, which is only read if the request
 * and the record leave something out; both take precedence over the record.
 */
async function completeQualification(
  work: LeadWork,
  lead: LeadRecord,
  input: Input,
): Promise<QualificationData> {
  const brought = readQualification(input.qualification_data);
  const known = mergeQualification(lead.qualification, brought);
  return faultsOf(input, known).length === 0
    ? known
    : mergeQualification(await withTicketFields(work, lead), brought);
}

function faultsOf(input: Input, qualification: QualificationData) {
  return wantsOpportunity(input) ? qualifiedFaults(qualification) : missingForConversion(qualification);
}

function refusal(input: Input, qualification: QualificationData): JobOutcome | null {
  const faults = faultsUnder('qualification_data', faultsOf(input, qualification));
  if (wantsOpportunity(input)) {
    faults.push(...opportunityDataOf(input.opportunity_data, qualification).faults);
  }
  return faults.length === 0 ? null : refusedFaults(faults);
}

async function convert(
  work: LeadWork,
  job: Job<'prospect_conversion'>,
  lead: WithTicket<LeadRecord>,
  qualification: QualificationData,
): Promise<JobOutcome> {
  const { input } = job;
  const { leadId, psaTicketId } = lead;
  const { jobId } = job;
  const cause = causeOf(work, job);
  const changes = await prospectTicketChanges(work, qualification);
  const intent = { jobId, leadId, from: lead.status, to: ['new_prospect'], at: cause.at };
  const { resumed, errorLogEntries: ofMove } = await moveTicket(work, psaTicketId, changes, intent);
  const notifyTeam = input.conversion_options?.notify_team === true;
  const errorLogEntries = [...ofMove];
  if (notifyTeam) {
    const note = teamNote({ ...cause, qualification, reference: jobId });
    const noted = { ticketId: psaTicketId, note, leadId, jobId };
    errorLogEntries.push(...(await postMoveNote(work.session, noted, resumed)));
  }

  const prospectId = await work.store.reserveId('prospect');
  const { newProspect, move } = newProspectOf({ ...lead, qualification }, prospectId, cause, jobId);
  const step = {
    lead: { leadId, prospectId, qualification },
    newProspect,
    transitions: [move.transition],
    events: [prospectConverted(newProspect, { notifyTeam })],
    errorLogEntries,
  };
  if (!wantsOpportunity(input)) {
    return await recordLastStep(work, job, cause.at, { ...step, result: resultOf(newProspect) });
  }
  await recordStep(work, cause.at, step);
  const converted = { ...newProspect, irregularChanges: [], updatedAt: cause.at };
  return await promoteConverted(work, job, converted, !resumed);
}

/** The second half of a conversion with `create_opportunity`; each step stands even if the next fails. */
async function promoteConverted(
  work: LeadWork,
  job: Job<'prospect_conversion'>,
  converted: WithTicket<ProspectRecord>,
  isJustMoved: boolean,
): Promise<JobOutcome> {
  const { input } = job;
  try {
    const prospect =
      converted.status === 'new_prospect' ? await qualify(work, job, converted, isJustMoved) : converted;
    const { data } = opportunityDataOf(input.opportunity_data, prospect.qualification);
    return await promote(work, job, {
      prospect,
      data,
      resultOf: (opportunity) => ({ ...resultOf(prospect), ...createdOpportunity(opportunity) }),
    });
  } catch (error) {
    if (!(error instanceof PsaRefusedError)) {
      throw error;
    }
    return refused('EXTERNAL_API_ERROR', error.message, {
      service: 'psa',
      lead_id: converted.leadId,
      prospect_id: converted.prospectId,
      actions_taken: ['lead_converted'],
    });
  }
}

/** Moves a new prospect that meets all criteria through to `qualified`. */
async function qualify(
  work: LeadWork,
  job: Job<'prospect_conversion'>,
  prospect: WithTicket<ProspectRecord>,
  isJustMoved: boolean,
): Promise<WithTicket<ProspectRecord>> {
  const { leadId, prospectId, psaTicketId, status: from } = prospect;
  const { jobId } = job;
  const cause = causeOf(work, job);
  const mirrored = await statusPush(work, 'qualified', { leadId, jobId });
  const to = ['prospecting', 'qualified'];
  const intent = { jobId, leadId, from, to, at: cause.at, isJustMoved };
  const ticketMove = await moveTicket(work, psaTicketId, mirrored.changes, intent);
  const subject = { ...prospect, kind: 'prospect', recordId: prospectId } as const;
  const first = transitionTo(subject, 'prospecting', cause);
  const history = [...prospect.history, first.change];
  const second = transitionTo({ ...subject, status: 'prospecting', history }, 'qualified', cause);
  await recordStep(work, cause.at, {
    prospect: { prospectId, statusChanges: [first.change, second.change] },
    transitions: [first.transition, second.transition],
    events: [prospectQualified(prospect)],
    errorLogEntries: [...mirrored.errorLogEntries, ...ticketMove.errorLogEntries],
  });
  return { ...prospect, status: 'qualified', history: [...history, second.change] };
}

function alreadyConverted(lead: LeadRecord, { prospectId }: ProspectRecord): JobOutcome {
  return cannotBecome(
    { ...lead, kind: 'lead' },
    'new_prospect',
    `The lead was converted already, to prospect ${prospectId}`,
    { lead_id: lead.leadId, prospect_id: prospectId },
  );
}

function wantsOpportunity(input: Input): boolean {
  return input.conversion_options?.create_opportunity === true;
}

function resultOf(
  prospect: Pick<WithTicket<ProspectRecord>, 'leadId' | 'prospectId' | 'psaTicketId' | 'status'>,
): JobResult<'prospect_conversion'> {
  return {
    success: true,
    leadId: prospect.leadId,
    prospectId: prospect.prospectId,
    psaTicketId: prospect.psaTicketId,
    status: prospect.status,
  };
}
