import pMap from 'p-map';

import { addNotes, findNote } from '../../psa/ticket-notes.js';
import { concurrentNotes } from '../../psa/concurrent-reads.js';
import type { StageContext } from '../batch.js';
import { planned, rowReference, type DecidedRow } from '../import-row-state.js';
import { failRow } from './failures.js';

/** Adds the note of each update and each reopened ticket as an Action (specification, "Smart update"). */
export async function postNotes(rows: readonly DecidedRow[], { session }: StageContext): Promise<void> {
  const updated = [...planned(rows, 'update'), ...planned(rows, 'reopen')].flatMap((state) =>
    state.ticketId === null
      ? []
      : [
          {
            row: state,
            text: state.plan.note,
            ticketId: state.ticketId,
            reference: rowReference(state.row.ref),
          },
        ],
  );

  // An earlier run may already have posted the note.
  const posted = new Set<DecidedRow>();
  await pMap(
    updated.filter(({ row: state }) => state.row.intent !== null),
    async (item) => {
      if ((await findNote(session, item)) !== null) {
        posted.add(item.row);
      }
    },
    { concurrency: concurrentNotes },
  );
  const missing = updated.filter(({ row }) => !posted.has(row));
  const results = await addNotes(session, missing);
  missing.forEach(({ row }, index) => {
    const result = results[index];
    if (result === undefined || result.ok) {
      return;
    }
    if (result.uncertain) {
      failRow(row, result);
    } else {
      // The update was applied in the PSA: the row succeeds, and operators are notified that its note is
      // missing.
      row.noteRefusal = result.message;
    }
  });
}
