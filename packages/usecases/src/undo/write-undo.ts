import { jobCatalogue } from '@leadbridge/contracts';
import { DO_NOT_CONTACT_FIELD, parseFlag } from '@leadbridge/domain';
import pMap from 'p-map';

import { addNotes, findNote } from '../psa/ticket-notes.js';
import { isRefusalOfOne, PsaUncertainError } from '../ports/psa-errors.js';
import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import { faultOf } from '../work/job-fault.js';
import { repeatLostResponses } from '../work/write-once.js';
import { closedNote, restoredNote } from './notes.js';
import { plannedUndo, undoReference, type UndoContext, type UndoWork } from './undo-work.js';

const concurrentWrites = 8;

/**
 * Writes the plans to the PSA: first the tickets, then the lists, then the Actions; contacts are taken off lists
 * while the PSA still has the ticket that leads to them. Each step can be
 * repeated, because it sets values, removes what exists, or looks up first. A row that fails in one step is
 * skipped in the later ones.
 *
 * @returns entries for the operators' error log
 */
export async function writeUndo(
  rows: readonly UndoWork[],
  context: UndoContext,
): Promise<NewErrorLogEntry[]> {
  const isByContact = context.session.listsHoldContacts;
  if (isByContact) {
    await takeOffLists(rows, context);
  }
  await closeTickets(rows, context);
  await restoreFields(rows, context);
  if (!isByContact) {
    await takeOffLists(rows, context);
  }
  return await postNotes(rows, context);
}

async function closeTickets(rows: readonly UndoWork[], context: UndoContext): Promise<void> {
  const { session, closedStatusId, caches } = context;
  await eachRow(plannedUndo(rows, 'close'), async (row) => {
    const { ticket } = row;
    if (ticket === null) {
      return;
    }
    row.isDeleted = !isOptedOut(row) && (await session.deleteTicket(ticket.id));
    if (!row.isDeleted && closedStatusId !== null && ticket.statusId !== closedStatusId) {
      await repeatLostResponses(async () => session.updateTicket(ticket.id, { status_id: closedStatusId }));
      caches.tickets.add({ ...ticket, statusId: closedStatusId });
    }
  });
}

/** A ticket marked with its person's opt-out is kept, with the mark: an opt-out is never undone. */
function isOptedOut({ ticket, lead }: Pick<UndoWork, 'ticket' | 'lead'>): boolean {
  return lead?.doNotContact === true || parseFlag(ticket?.customFields[DO_NOT_CONTACT_FIELD]) === true;
}

async function restoreFields(rows: readonly UndoWork[], { session, caches }: UndoContext): Promise<void> {
  await eachRow(plannedUndo(rows, 'restore'), async ({ ticket, plan: { restoration } }) => {
    const { customFields, contact } = restoration;
    const customfields = Object.entries(customFields).flatMap(([id, value]) =>
      value === undefined ? [] : [{ id: Number(id), value }],
    );
    if (ticket !== null && customfields.length > 0) {
      await repeatLostResponses(async () => session.updateTicket(ticket.id, { customfields }));
      caches.tickets.add({ ...ticket, customFields: { ...ticket.customFields, ...customFields } });
    }
    const userId = ticket?.userId ?? null;
    if (userId !== null && Object.keys(contact).length > 0) {
      await repeatLostResponses(async () => session.updateUser(userId, contact));
    }
  });
}

async function takeOffLists(rows: readonly UndoWork[], context: UndoContext): Promise<void> {
  const { session, psa, run, store } = context;
  const listed = plannedUndo(rows, 'close').filter(
    ({ ticket, isDeleted, intent }) => ticket !== null && !isDeleted && intent?.isOffLists !== true,
  );
  if (listed.length === 0) {
    return;
  }
  const places = await run.lists.placesOf(
    psa.session({ priority: jobCatalogue.undo_import.priority, waitsForWindows: true }),
    listed.flatMap(({ ticket }) => ticket?.id ?? []),
  );
  const done: number[] = [];
  try {
    await eachRow(listed, async ({ ticket, index }) => {
      for (const { listId, itemId } of places.get(ticket?.id ?? 0) ?? []) {
        await repeatLostResponses(async () => session.removeListItem(listId, itemId));
      }
      done.push(index);
    });
  } catch (error) {
    // Without this, the next run would spend a request on each of these items again.
    await store.markOffLists(run.job.jobId, done);
    throw error;
  }
}

async function postNotes(rows: readonly UndoWork[], context: UndoContext): Promise<NewErrorLogEntry[]> {
  const { run, session, store, clock } = context;
  const { job } = run;
  const toNote = [...plannedUndo(rows, 'close'), ...plannedUndo(rows, 'restore')].filter(
    ({ ticket, isDeleted }) => ticket !== null && !isDeleted,
  );
  const notes = toNote.map((row) => {
    const reference = undoReference(run, row);
    const at = new Date(clock.now()).toISOString();
    const cause = { parentJobId: job.input.parent_job_id, by: job.actor.name, at, reference };
    const text = row.plan.kind === 'close' ? closedNote(cause) : restoredNote(cause, row.plan.restoration);
    return { row, text, ticketId: row.ticket?.id ?? 0, reference };
  });
  // An earlier run may already have posted the note. Looking costs a request per row, so the intent records
  // which rows may have one.
  const posted = new Set<UndoWork>();
  await eachRow(
    notes
      .filter(({ row: { intent } }) => intent !== null && intent.mayHaveNote !== false)
      .map(({ row }) => row),
    async (row) => {
      const reference = undoReference(run, row);
      if ((await findNote(session, { ticketId: row.ticket?.id ?? 0, reference })) !== null) {
        posted.add(row);
      }
    },
  );
  const missing = notes.filter(({ row }) => row.fault === null && row.outcome === null && !posted.has(row));
  await store.expectNotes(
    job.jobId,
    missing.map(({ row }) => row.index),
  );
  const results = await addNotes(session, missing);
  return missing.flatMap(({ row }, index): NewErrorLogEntry[] => {
    const result = results[index];
    if (result?.ok === true) {
      return [];
    }
    if (result === undefined || result.uncertain) {
      row.fault = new PsaUncertainError(result?.message ?? 'The PSA did not respond');
      return [];
    }
    const message = `The PSA refused the note of an undo: ${result.message}`;
    const leadId = row.lead?.leadId;
    const of = leadId === undefined ? {} : { leadId };
    return [{ level: 'warning', message, source: 'psa', errorCode: 'NOTE_REFUSED', jobId: job.jobId, ...of }];
  });
}

/** A refusal by the PSA fails only its row; a row whose response was lost is retried later. */
async function eachRow<T extends UndoWork>(
  rows: readonly T[],
  work: (row: T) => Promise<void>,
): Promise<void> {
  await pMap(
    rows,
    async (row) => {
      try {
        await work(row);
      } catch (error) {
        if (error instanceof PsaUncertainError) {
          row.fault = error;
        } else if (isRefusalOfOne(error)) {
          row.outcome = faultOf(error);
        } else {
          throw error;
        }
      }
    },
    { concurrency: concurrentWrites },
  );
}
