import pMap from 'p-map';

import type { DueNote } from '../ports/suppression.js';
import { PsaUncertainError } from '../ports/psa-errors.js';
import { addNotes, findNote, type TicketNote } from '../psa/ticket-notes.js';
import { concurrentNotes } from '../psa/concurrent-reads.js';
import { changeEntry, type SuppressionContext, type SuppressionWork } from './suppression-work.js';

/** Few enough that a small window of the budget has the calls to look for them, which would be lost with it. */
const lookedForTogether = 10;

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
  const open = works.flatMap((work): OpenNote[] => {
    const { ticketId, notes } = work.entry;
    return ticketId === null ? [] : notes.map((note) => ({ work, ticketId, ...note }));
  });
  await postMissing(
    open.filter(({ attempted }) => !attempted),
    context,
  );
  const attempted = open.filter((item) => item.attempted);
  for (let start = 0; start < attempted.length; start += lookedForTogether) {
    await postMissing(await lookFor(attempted.slice(start, start + lookedForTogether), context), context);
  }
}

/** Those that the PSA does not have. */
async function lookFor(
  attempted: readonly OpenNote[],
  context: SuppressionContext,
): Promise<readonly OpenNote[]> {
  const missing: OpenNote[] = [];
  await pMap(
    attempted,
    async (item) => {
      if ((await findNote(context.session, item)) === null) {
        missing.push(item);
      } else {
        await forget(item, context);
      }
    },
    { concurrency: concurrentNotes },
  );
  return missing;
}

async function postMissing(missing: readonly OpenNote[], context: SuppressionContext): Promise<void> {
  if (missing.length === 0) {
    return;
  }
  for (const { work } of missing) {
    const notes = work.entry.notes.map((note) => ({ ...note, attempted: true }));
    await changeEntry(work, { notes }, context);
  }
  const results = await addNotes(context.session, missing);
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
