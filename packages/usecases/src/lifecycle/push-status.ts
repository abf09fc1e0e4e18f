import { statusName, type Status, type TicketSnapshot } from '@leadbridge/domain';

import { repeatLostResponses } from '../work/write-once.js';
import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import type { LifecycleIntent } from '../ports/lifecycle-store.js';
import { PsaRefusedError, PsaUncertainError } from '../ports/psa-errors.js';
import type { PsaSession, TicketChanges, WriteResult } from '../ports/psa.js';
import { addNotes, findNote, type TicketNote } from '../psa/ticket-notes.js';
import type { LeadWork } from './claim-lead.js';

export interface StatusPush {
  readonly changes: { readonly status_id?: number };
  readonly errorLogEntries: readonly NewErrorLogEntry[];
}

/** A PSA without such a status keeps its current one: our record still changes, with an error entry. */
export async function statusPush(
  { statusIds, session }: LeadWork,
  status: Status,
  of: { readonly leadId: number; readonly jobId?: string },
): Promise<StatusPush> {
  const id = await statusIds.idOf(session, status);
  if (id !== null) {
    return { changes: { status_id: id }, errorLogEntries: [] };
  }
  return {
    changes: {},
    errorLogEntries: [
      {
        level: 'warning',
        message: `The PSA has no status named ${statusName(status)}; it still shows the previous status`,
        source: 'psa',
        errorCode: 'STATUS_NOT_IN_PSA',
        ...of,
      },
    ],
  };
}

/** The entry for a status that an interrupted job leaves as people have set it meanwhile. */
export function statusKept(
  kind: 'ticket' | 'opportunity',
  shown: { readonly id: number; readonly statusId?: number | null },
  { to, leadId, jobId }: Pick<LifecycleIntent, 'to' | 'leadId' | 'jobId'>,
): NewErrorLogEntry {
  const change = `While the change to ${to.join(', ')} was interrupted`;
  return {
    level: 'warning',
    message: `${change}, people gave ${kind} ${shown.id} the status ${shown.statusId} in the PSA, which it keeps`,
    source: 'psa',
    errorCode: 'STATUS_KEPT_IN_PSA',
    leadId,
    jobId,
  };
}

/**
 * Sets fields of a ticket.
 *
 * @param shown the ticket, if an earlier run may have done so: if our values are already set, it is not written
 * again, so that later changes by people are kept
 */
export async function writeTicket(
  session: PsaSession,
  ticketId: number,
  changes: TicketChanges,
  shown: TicketSnapshot | null,
): Promise<void> {
  if (Object.keys(changes).length > 0 && !isApplied(shown, changes)) {
    await repeatLostResponses(async () => session.updateTicket(ticketId, changes));
  }
}

function isApplied(ticket: TicketSnapshot | null, changes: TicketChanges): boolean {
  return (
    ticket !== null &&
    (changes.status_id === undefined || ticket.statusId === changes.status_id) &&
    (changes.tickettype_id === undefined || ticket.tickettypeId === changes.tickettype_id) &&
    (changes.customfields ?? []).every(({ id, value }) => ticket.customFields[id] === value)
  );
}

/**
 * Adds an Action to a ticket, once.
 *
 * @param resumed an earlier run may have done so
 * @returns the Action's id
 */
export async function postAction(session: PsaSession, note: TicketNote, resumed: boolean): Promise<number> {
  const known = resumed ? await findNote(session, note) : null;
  return known ?? writtenId((await addNotes(session, [note]))[0]);
}

/** The ticket has already changed, so a note that the PSA refuses is only reported in the error log. */
export async function postMoveNote(
  session: PsaSession,
  move: { readonly ticketId: number; readonly note: string; readonly leadId: number; readonly jobId: string },
  resumed: boolean,
): Promise<readonly NewErrorLogEntry[]> {
  const { ticketId, note, leadId, jobId } = move;
  try {
    await postAction(session, { ticketId, text: note, reference: jobId }, resumed);
    return [];
  } catch (error) {
    // 401: the PSA refuses the service itself, not the note.
    if (!(error instanceof PsaRefusedError) || error.status === 401) {
      throw error;
    }
    const message = `The PSA refused the note of a status change: ${error.message}`;
    return [{ level: 'warning', message, source: 'psa', errorCode: 'NOTE_REFUSED', leadId, jobId }];
  }
}

/** The id of the written entity. @throws PsaUncertainError, PsaRefusedError if it was not written */
export function writtenId(result: WriteResult | undefined): number {
  if (result?.ok === true) {
    return result.id;
  }
  if (result === undefined || result.uncertain) {
    throw new PsaUncertainError(result?.message ?? 'The PSA did not respond');
  }
  throw new PsaRefusedError(result.message, 400);
}
