import type { ImportBatch, ImportDependencies } from '../batch.js';
import type { ImportRow } from '../import-row-state.js';
import { cleanRows, type CleanedRows } from './clean.js';
import { rowsBeforeErasure } from './erased-people.js';

export interface ReadRows extends CleanedRows {
  /** Rows that wait until an erasure knows its person. */
  readonly waiting: ReadonlySet<ImportRow>;
}

/** Reads the rows of a batch by themselves, before any of their keys is claimed. */
export async function readRows(
  { rows, cleaning }: Pick<ImportBatch, 'rows' | 'cleaning'>,
  { settings, store }: Pick<ImportDependencies, 'settings' | 'store'>,
): Promise<ReadRows> {
  const cleaned = cleanRows(rows, settings(), cleaning);
  const waiting = await rowsBeforeErasure(cleaned.valid, store);
  if (waiting.size === 0) {
    return { waiting, ...cleaned };
  }
  return {
    waiting,
    valid: cleaned.valid.filter(({ row }) => !waiting.has(row)),
    repeated: cleaned.repeated,
    // If a failure stops the import, a row behind a waiting one is not reached.
    rejected: cleaning.stopAtFirstFailure ? [] : cleaned.rejected,
  };
}
