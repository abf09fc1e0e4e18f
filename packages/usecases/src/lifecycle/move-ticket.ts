import { DO_NOT_CONTACT_FIELD, STATUSES, type Status } from '@leadbridge/domain';

import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import type { LifecycleIntent } from '../ports/lifecycle-store.js';
import type { TicketChanges } from '../ports/psa.js';
import type { LeadWork } from './claim-lead.js';
import { keepOptOut } from './keep-opt-out.js';
import { statusKept, writeTicket } from './push-status.js';

const statuses: readonly Status[] = Object.values(STATUSES).flat();

export interface Move {
  /** True if an earlier run may have done a part of it. */
  readonly resumed: boolean;
  readonly errorLogEntries: readonly NewErrorLogEntry[];
}

interface MoveIntent extends LifecycleIntent {
  readonly at: string;
  /** The state of the record before. */
  readonly from: Status;
  /** True if this run has just given the ticket that state: a read may not show it yet. */
  readonly isJustMoved?: boolean;
}

/**
 * Sets the status of a ticket, among other fields, once the intent is saved. If people have given it the status Do Not
 * Contact, which this write replaces, they may not have been heard yet: the notification is late, was lost, or says only
 * that the ticket has changed. So the opt-out is stored before, and CF_105 shows it from now on.
 *
 * A job that has begun leaves the status that people have given to the ticket since then, and reports it.
 */
export async function moveTicket(
  work: LeadWork,
  ticketId: number,
  changes: TicketChanges,
  { from, isJustMoved = false, ...intent }: MoveIntent,
): Promise<Move> {
  const { session, store } = work;
  const { jobId, leadId } = intent;
  const isRead = changes.status_id !== undefined && !isJustMoved;
  const ticket = isRead ? await session.getTicket(ticketId) : null;
  const isKept = ticket !== null && (await keepOptOut(work, leadId, ticket));
  const flag = isKept ? [{ id: DO_NOT_CONTACT_FIELD, value: true }] : [];
  const customfields = [...(changes.customfields ?? []), ...flag];
  const fields = customfields.length === 0 ? {} : { customfields };
  const shown = ticket === null ? {} : { shownStatusId: ticket.statusId };
  const resumed = !(await store.beginIntent({ ...intent, ...shown })) && !isJustMoved;
  const isMovedOn = resumed && ticket !== null && (await isOfPeople(work, { jobId, from }, ticket.statusId));
  const written = resumed ? (ticket ?? (await session.getTicket(ticketId))) : null;
  await writeTicket(session, ticketId, isMovedOn ? fields : { ...changes, ...fields }, written);
  return { resumed, errorLogEntries: isMovedOn ? [statusKept('ticket', ticket, intent)] : [] };
}

/** Whether a status is neither one from before the job's first write nor one that the job gives. */
async function isOfPeople(
  { session, statusIds, store }: LeadWork,
  { jobId, from }: Pick<MoveIntent, 'jobId' | 'from'>,
  statusId: number,
): Promise<boolean> {
  const { to, shownStatusId } = await store.intentOf(jobId);
  const own = statuses.filter((status) => status === from || to.includes(status));
  const given = await Promise.all(own.map(async (status) => statusIds.idOf(session, status)));
  return shownStatusId !== undefined && ![shownStatusId, ...given].includes(statusId);
}
