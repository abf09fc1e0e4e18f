import pMap from 'p-map';

import type { DueNote } from '../ports/suppression.js';
import { PsaUncertainError } from '../ports/psa-errors.js';
import { addNotes, findNote, type TicketNote } from '../psa/ticket-notes.js';
import { concurrentNotes } from '../psa/concurrent-reads.js';
import { changeEntry, type SuppressionContext, type SuppressionWork } from './suppression-work.js';

interface OpenNote extends TicketNote, Pick<DueNote, 'attempted'> {
  readonly work: SuppressionWork;
}

/**
 * Adds the results of the opt-outs as Actions to their tickets, each exactly once: each note is recorded as
 * attempted before it is posted, and after a crash it is looked up before it is posted again. Notes of many
 * entries share requests.
 */
export async function postNotes(
  works: readonly SuppressionWork[],
  context: SuppressionContext,
): Promise<void> {
  const { session } = context;
  const open = works.flatMap((work): OpenNote[] => {
    const { ticketId, notes } = work.entry;
    return ticketId === null ? [] : notes.map((note) => ({ work, ticketId, ...note }));
  });
  if (open.length === 0) {
    return;
  }

  const missing: OpenNote[] = [];
  await pMap(
    open,
    async (item) => {
      if (item.attempted && (await findNote(session, item)) !== null) {
        await forget(item, context);
      } else {
        missing.push(item);
      }
    },
    { concurrency: concurrentNotes },
  );
  for (const { work } of missing) {
    const notes = work.entry.notes.map((note) => ({ ...note, attempted: true }));
    await changeEntry(work, { notes }, context);
  }
  const results = await addNotes(session, missing);
  for (const [index, item] of missing.entries()) {
    const result = results[index];
    if (result === undefined || (!result.ok && result.uncertain)) {
      item.work.fault ??= new PsaUncertainError(result?.message ?? 'The PSA did not respond');
    } else {
      await forget(item, context, result.ok ? null : result.message);
    }
  }
}

/** A note that the PSA refuses is not retried: its content is in the suppression and in the error log. */
async function forget(
  { work, reference: own }: OpenNote,
  context: SuppressionContext,
  refusal: string | null = null,
): Promise<void> {
  const notes = work.entry.notes.filter(({ reference }) => reference !== own);
  await changeEntry(
    work,
    { notes },
    context,
    refusal === null
      ? []
      : [
          {
            level: 'warning',
            message: `The PSA refused a note about an opt-out: ${refusal}`,
            source: 'psa',
            errorCode: 'NOTE_REFUSED',
          },
        ],
  );
}
