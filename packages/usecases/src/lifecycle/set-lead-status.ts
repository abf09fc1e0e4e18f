import { jobCatalogue, type JobResult } from '@leadbridge/contracts';
import { checkTransition, DO_NOT_CONTACT_FIELD, mergeQualification } from '@leadbridge/domain';
import type { LeadStatus, Transition as TableLine } from '@leadbridge/domain';
import { isoTime } from '@leadbridge/platform';

import { done, type JobOutcome } from '../work/job-outcome.js';
import { usualOptOutReason } from '../suppression/opt-out-of-lead.js';
import type { Job } from '../ports/jobs.js';
import type { LeadRecord } from '../ports/records.js';
import { startJobs } from '../work/start-jobs.js';
import { planAutoConversion } from './auto-conversion.js';
import { recordLastStep, withRecord, type LeadWork, type LifecycleDependencies } from './claim-lead.js';
import { ticketLost } from './lost-in-psa.js';
import { storeOptOut } from './keep-opt-out.js';
import { moveTicket } from './move-ticket.js';
import { statusPush, postMoveNote, writeTicket } from './push-status.js';
import { causeOf, transitionTo } from './transitions.js';
import { statusNote } from './notes.js';
import { cleanText, readQualification } from './read-input.js';
import { illegalTransition } from './refusals.js';

/**
 * Changes the state of a lead (specification, "States and transitions"): first the ticket in the PSA, then
 * our record. An opt-out is stored before that, so that it stands whatever the PSA does.
 */
export async function setLeadStatus(
  deps: LifecycleDependencies,
  job: Job<'lead_status'>,
): Promise<JobOutcome> {
  const { input } = job;
  // An opt-out must not wait behind other work.
  const priority = input.status === 'do_not_contact' ? 'opt_out' : jobCatalogue.lead_status.priority;
  return await withRecord(deps, { kind: 'lead', id: input.lead_id, priority }, async (work, lead) => {
    // An opt-out is accepted even without a ticket.
    if (lead.psaTicketId === null && input.status !== 'do_not_contact') {
      return ticketLost('lead', lead.leadId);
    }
    const check = checkTransition('lead', lead.status, input.status);
    switch (check.result) {
      case 'unchanged':
        // An admin may have removed the entry of an earlier opt-out; the status stays.
        if (input.status === 'do_not_contact' && !lead.doNotContact) {
          await optOut(work, job, lead);
        }
        return done(resultOf(lead, lead.status));
      case 'refused':
        return illegalTransition('lead', check);
      default:
        return await moveLead(work, job, lead, check.transition);
    }
  });
}

async function moveLead(
  work: LeadWork,
  job: Job<'lead_status'>,
  lead: LeadRecord,
  line: TableLine,
): Promise<JobOutcome> {
  const { qualification_data: brought } = job.input;
  const { leadId, psaTicketId } = lead;
  const { jobId } = job;
  const to = line.to as LeadStatus;
  const cause = causeOf(work, job, cleanText(job.input.reason));
  const optsOut = line.effect === 'do_not_contact_sync';
  if (optsOut) {
    await optOut(work, job, lead);
  }
  const status = await statusPush(work, to, { leadId, jobId });
  const intent = { jobId, leadId, to: [to], at: cause.at };
  const moved =
    psaTicketId === null || optsOut
      ? { resumed: !(await work.store.beginIntent(intent)), errorLogEntries: [] }
      : await moveTicket(work, psaTicketId, status.changes, { ...intent, from: lead.status });
  const { resumed } = moved;
  const errorLogEntries = [...status.errorLogEntries, ...moved.errorLogEntries];
  if (psaTicketId !== null && optsOut) {
    const customfields = [{ id: DO_NOT_CONTACT_FIELD, value: true }];
    const shown = resumed ? await work.session.getTicket(psaTicketId) : null;
    await writeTicket(work.session, psaTicketId, { ...status.changes, customfields }, shown);
  }
  if (psaTicketId !== null && cause.reason !== null) {
    const note = statusNote({ ...cause, status: to, reference: jobId });
    const noted = { ticketId: psaTicketId, note, leadId, jobId };
    errorLogEntries.push(...(await postMoveNote(work.session, noted, resumed)));
  }

  const move = transitionTo({ ...lead, kind: 'lead', recordId: leadId }, to, cause);
  const qualification = mergeQualification(lead.qualification, readQualification(brought));
  const conversion = await planAutoConversion(work, { ...lead, status: to, qualification }, job.actor);
  const body: JobResult<'lead_status'> = {
    ...resultOf(lead, to),
    ...(conversion === null ? {} : { conversionJobId: conversion.jobId }),
  };
  const newJobs = conversion === null ? [] : [conversion];
  const outcome = await recordLastStep(work, job, cause.at, {
    lead: { leadId, statusChanges: [move.change], qualification },
    transitions: [move.transition],
    errorLogEntries,
    newJobs,
    result: body,
  });
  await startJobs(work, newJobs);
  return outcome;
}

async function optOut(work: LeadWork, { actor, input }: Job<'lead_status'>, lead: LeadRecord): Promise<void> {
  const reason = cleanText(input.reason) ?? usualOptOutReason;
  const at = isoTime(work.clock.now());
  await storeOptOut(work, lead, { origin: 'lifecycle', reason, at, by: actor.id });
}

function resultOf(lead: LeadRecord, status: LeadStatus): JobResult<'lead_status'> {
  return {
    success: true,
    leadId: lead.leadId,
    psaTicketId: lead.psaTicketId,
    status,
    previousStatus: lead.status,
  };
}
