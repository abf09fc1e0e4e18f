import type { JobRecord } from '../ports/jobs.js';
import type { BatchOptions } from './read-options.js';

/** What the runs of a bulk import know of its width. */
export type NotedWidth = Pick<JobRecord, 'rowsAtOnce' | 'callsPerWindow'>;

/**
 * How many rows a bulk import works on at once: as many as were asked for, or fewer after a window of the PSA's budget did not carry those. A
 * batch that needs more calls than the budget has in one window would be begun and broken off for ever, and use up the budget all the while.
 */
export interface BatchWidth {
  readonly rows: number;
  readonly isNarrowed: boolean;
  /** Half as many; null where it is one already. */
  narrowed(callsPerWindow: number): NotedWidth | null;
  /**
   * A window is used up, and rows were done for it. An import that was narrowed learns by it what a window has now: one in which others had used
   * most of the PSA would else keep it narrow to its end. Null where it has nothing to learn.
   */
  spent(callsPerWindow: number): NotedWidth | null;
  /**
   * A batch of so many rows has come to its end. Takes twice as many from now on, and answers that, where those are expected to take no
   * more than half of what the budget has in one window.
   */
  carried(rows: number, callsPerRow: number): NotedWidth | null;
}

export function createBatchWidth(job: NotedWidth, { batchSize, rateLimit }: BatchOptions): BatchWidth {
  const full = Math.min(batchSize, rateLimit ?? batchSize);
  // An earlier release did not note what the window has: the import widens, and learns it where that is in vain.
  const { callsPerWindow = Number.POSITIVE_INFINITY } = job;
  let rows = Math.min(full, job.rowsAtOnce ?? full);
  return {
    get rows() {
      return rows;
    },
    get isNarrowed() {
      return rows < full;
    },
    narrowed: (available) =>
      rows > 1 ? { rowsAtOnce: Math.ceil(rows / 2), callsPerWindow: available } : null,
    spent: (available) =>
      rows < full && available > 0 && available !== job.callsPerWindow ? { callsPerWindow: available } : null,
    carried(done, callsPerRow) {
      const wider = Math.min(full, rows * 2);
      if (rows === full || done < rows || callsPerRow * wider * 2 > callsPerWindow) {
        return null;
      }
      rows = wider;
      return { rowsAtOnce: rows };
    },
  };
}
