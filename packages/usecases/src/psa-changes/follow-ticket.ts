import {
  checkTransition,
  INITIAL_STATUS,
  isStatus,
  mergeQualification,
  promotionFrom,
  qualificationFromFields,
  qualifiedFaults,
  UNDONE,
  UNDONE_SHOWS,
  unmetCriteria,
  type LeadStatus,
  type ProspectStatus,
  type QualificationData,
  type Status,
  type TicketSnapshot,
  type Transition as TableLine,
} from '@leadbridge/domain';

import type { LeadRecord, ProspectRecord } from '../ports/records.js';
import type { RecordState } from '../psa/status-ids.js';
import { planAutoConversion } from '../lifecycle/auto-conversion.js';
import { startJobs } from '../work/start-jobs.js';
import { recordStep, type LeadWork } from '../lifecycle/claim-lead.js';
import { illegalChangeOf, recordIllegalChange } from './record-illegal-change.js';
import { hasTicket, type WithTicket } from '../lifecycle/lost-in-psa.js';
import { transitionTo, type Cause } from '../lifecycle/transitions.js';
import { newProspectOf, prospectConverted, prospectQualified } from '../lifecycle/new-prospect.js';

const leadTicketType = 1;
const prospectTicketType = 2;

/** A change in the PSA: when, by which agent, and the job that processes it. */
export interface PsaCause extends Cause {
  readonly jobId: string;
}

/** A ticket as it is now, and as it was when the PSA reported its change. */
interface TicketTransitions {
  readonly ticket: TicketSnapshot;
  readonly notified: TicketSnapshot;
  /** A PSA may ignore the type that we write: an unexpected one alone does not prove a change. */
  readonly hasTypeChange: boolean;
  /** See `PsaTicketChange`. */
  readonly isForced: boolean;
}

/**
 * The current or the reported state of the ticket. A reported state that was superseded before we read the
 * ticket is followed if it is legal, and otherwise ignored.
 */
interface Step extends Omit<TicketTransitions, 'notified'> {
  readonly state: RecordState | null;
  readonly isCurrent: boolean;
  readonly cause: PsaCause;
}

interface Records {
  readonly lead: WithTicket<LeadRecord>;
  readonly prospect: WithTicket<ProspectRecord> | null;
}

/**
 * Updates a lead's record, or its prospect's, to the status and type of its ticket: first to the reported
 * state, then to the current one, because in quick succession each transition may be legal. Does nothing if
 * the record already matches the ticket.
 */
export async function followTicket(
  work: LeadWork,
  leadId: number,
  { ticket, notified, hasTypeChange, isForced }: TicketTransitions,
  cause: PsaCause,
): Promise<void> {
  const records = await recordsOf(work, leadId);
  const current: Step = {
    ticket,
    state: await work.statusIds.stateOf(work.session, ticket.statusId),
    hasTypeChange,
    isCurrent: true,
    isForced,
    cause,
  };
  if (records === null || isAt(records, current)) {
    return;
  }
  if (notified.statusId !== ticket.statusId || notified.tickettypeId !== ticket.tickettypeId) {
    await followStep(work, leadId, {
      ...current,
      ticket: notified,
      state: await work.statusIds.stateOf(work.session, notified.statusId),
      isCurrent: false,
      isForced: false,
    });
  }
  await followStep(work, leadId, current);
}

async function recordsOf({ store }: LeadWork, leadId: number): Promise<Records | null> {
  const lead = await store.findLead(leadId);
  if (lead === null || !hasTicket(lead)) {
    return null;
  }
  const prospect = lead.prospectId === null ? null : await store.findProspect(lead.prospectId);
  return { lead, prospect: prospect === null ? null : { ...prospect, psaTicketId: lead.psaTicketId } };
}

function isAt({ lead, prospect }: Records, { ticket, state, hasTypeChange }: Step): boolean {
  if (prospect === null) {
    return state?.status === lead.status && ticket.tickettypeId !== prospectTicketType;
  }
  return state?.status === prospect.status && !(hasTypeChange && ticket.tickettypeId === leadTicketType);
}

async function followStep(work: LeadWork, leadId: number, step: Step): Promise<void> {
  const records = await recordsOf(work, leadId);
  const intended = await work.store.intendedStates(leadId);
  const isProspect = step.ticket.tickettypeId === prospectTicketType;
  const reached = step.state?.status ?? (isProspect ? INITIAL_STATUS.prospect : null);
  if (records === null || (reached !== null && intended.has(reached))) {
    // One of our own jobs wrote this state and is about to record it.
    return;
  }
  const { lead, prospect } = records;
  if (prospect !== null) {
    await followAsProspect(work, prospect, step);
  } else if (isProspect || step.state?.kind === 'prospect') {
    await followConversion(work, lead, step);
  } else if (step.state !== null) {
    await followAsLead(work, lead, step.state, step);
  }
}

async function followAsLead(
  work: LeadWork,
  lead: LeadRecord,
  { status }: RecordState,
  { ticket, isCurrent, isForced, cause }: Step,
): Promise<void> {
  const { leadId } = lead;
  // A lead has no status of an opportunity, whatever its ticket shows.
  const mayFollow = isStatus('lead', status);
  if (lead.status === UNDONE && mayFollow) {
    await followUndone(work, lead, status, { isCurrent, cause });
    return;
  }
  const check = checkTransition('lead', lead.status, status);
  if (check.result === 'unchanged') {
    return;
  }
  if (check.result === 'refused') {
    if (isCurrent) {
      await recordIllegalChange(work, {
        kind: 'lead',
        record: lead,
        to: status,
        ticket,
        cause,
        isFollowed: isForced && mayFollow,
      });
    }
    return;
  }
  const to = check.transition.to as LeadStatus;
  const { change, transition } = transitionTo({ ...lead, kind: 'lead', recordId: leadId }, to, cause);
  const actor = { id: 'psa', name: cause.by };
  const conversion = await planAutoConversion(work, { ...lead, status: to }, actor, ticket);
  const newJobs = conversion === null ? [] : [conversion];
  await recordStep(work, cause.at, {
    lead: { leadId, statusChanges: [change] },
    transitions: [transition],
    newJobs,
  });
  await startJobs(work, newJobs);
}

/** People who reopen a ticket closed by an undo want the lead back, whichever status they choose. */
async function followUndone(
  work: LeadWork,
  lead: LeadRecord,
  status: Status,
  { isCurrent, cause }: Pick<Step, 'isCurrent' | 'cause'>,
): Promise<void> {
  if (isCurrent && status !== UNDONE_SHOWS) {
    const { leadId } = lead;
    const { change, transition } = transitionTo({ ...lead, kind: 'lead', recordId: leadId }, status, cause);
    await recordStep(work, cause.at, {
      lead: { leadId, statusChanges: [change] },
      transitions: [transition],
    });
  }
}

/** People converted the lead in the PSA: the record gets the qualification data that they entered. */
async function followConversion(work: LeadWork, lead: WithTicket<LeadRecord>, step: Step): Promise<void> {
  const { ticket, state, isCurrent, isForced, cause } = step;
  const { leadId } = lead;
  const isLegal = promotionFrom('lead', lead.status) !== null;
  const to = state?.kind === 'prospect' ? state.status : INITIAL_STATUS.prospect;
  if (!isLegal && !isForced) {
    if (isCurrent) {
      await recordIllegalChange(work, { kind: 'lead', record: lead, to, ticket, cause, isFollowed: false });
    }
    return;
  }
  const prospectId = await work.store.reserveId('prospect');
  const qualification = withTicket(lead.qualification, ticket);
  const { newProspect, move } = newProspectOf({ ...lead, qualification }, prospectId, cause, null);
  await recordStep(work, cause.at, {
    lead: {
      leadId,
      prospectId,
      qualification,
      ...(isLegal ? {} : { irregular: illegalChangeOf({ record: lead, to, ticket, cause }) }),
    },
    newProspect,
    transitions: [move.transition],
    events: [prospectConverted(newProspect, { notifyTeam: false })],
  });
  if (state?.kind === 'prospect') {
    // The status may be further than the first one of a prospect.
    await followAsProspect(work, { ...newProspect, irregularChanges: [], updatedAt: cause.at }, step);
  }
}

async function followAsProspect(
  work: LeadWork,
  prospect: WithTicket<ProspectRecord>,
  step: Step,
): Promise<void> {
  const { ticket, state, hasTypeChange, isCurrent, isForced, cause } = step;
  const to = hasTypeChange && ticket.tickettypeId === leadTicketType ? 'lead' : state?.status;
  const check = to === undefined ? null : checkTransition('prospect', prospect.status, to);
  if (to === undefined || check === null || check.result === 'unchanged') {
    return;
  }
  const qualification = withTicket(prospect.qualification, ticket);
  if (check.result === 'refused' || !conditionHolds(check.transition, qualification)) {
    if (isCurrent) {
      // A prospect never becomes a lead again.
      const isFollowed = isForced && isStatus('prospect', to);
      await recordIllegalChange(work, { kind: 'prospect', record: prospect, to, ticket, cause, isFollowed });
    }
    return;
  }
  const { prospectId } = prospect;
  const status = check.transition.to as ProspectStatus;
  const subject = { ...prospect, kind: 'prospect', recordId: prospectId } as const;
  const { change, transition } = transitionTo(subject, status, cause);
  await recordStep(work, cause.at, {
    prospect: { prospectId, statusChanges: [change], qualification },
    transitions: [transition],
    events: status === 'qualified' ? [prospectQualified({ ...prospect, qualification })] : [],
  });
}

function conditionHolds(line: TableLine, qualification: QualificationData): boolean {
  switch (line.condition) {
    case 'criteria_met':
      return qualifiedFaults(qualification).length === 0;
    case 'criteria_missing':
      return unmetCriteria(qualification).length > 0;
    default:
      return true;
  }
}

function withTicket(known: QualificationData, ticket: TicketSnapshot): QualificationData {
  return mergeQualification(known, qualificationFromFields(ticket.customFields));
}
