import type { JobRecord } from '../ports/jobs.js';
import type { BatchOptions } from './read-options.js';

/** What the runs of a bulk import know of its width. */
export type NotedWidth = Pick<JobRecord, 'rowsAtOnce' | 'callsPerWindow' | 'windowMs'>;

/** A window of the PSA's budget that was used up: what it had, as far as is known, and how long it is. */
interface SpentWindow {
  readonly callsPerWindow: number;
  readonly windowMs: number;
}

/**
 * How many rows a bulk import works on at once: as many as were asked for, or fewer after a window of the PSA's budget did not carry those. A
 * batch that needs more calls than the budget has in one window would be begun and broken off for ever, and use up the budget all the while.
 *
 * What a window had when the import was narrowed may be little because others used it: it counts until another one is used up, or passes
 * without being used up.
 */
export interface BatchWidth {
  readonly rows: number;
  readonly isNarrowed: boolean;
  /** Half as many; null where it is one already. */
  narrowed(window: SpentWindow): NotedWidth | null;
  /** A window was used up, and rows were done for it. Null where nothing is learnt by that. */
  spent(window: SpentWindow): NotedWidth | null;
  /**
   * A batch of so many rows has come to its end. Takes twice as many from now on, and answers that, where those are expected to take no
   * more than half of what the budget has in one window.
   *
   * @param runMs for how long the run has used up no window
   */
  carried(rows: number, cost: { readonly callsPerRow: number; readonly runMs: number }): NotedWidth | null;
}

export function createBatchWidth(job: NotedWidth, { batchSize, rateLimit }: BatchOptions): BatchWidth {
  const full = Math.min(batchSize, rateLimit ?? batchSize);
  // An earlier release did not note what the window has: the import widens, and learns it where that is in vain.
  const { callsPerWindow = Number.POSITIVE_INFINITY, windowMs = 0 } = job;
  let rows = Math.min(full, job.rowsAtOnce ?? full);
  return {
    get rows() {
      return rows;
    },
    get isNarrowed() {
      return rows < full;
    },
    narrowed: (window) => (rows > 1 ? { rowsAtOnce: Math.ceil(rows / 2), ...noted(window) } : null),
    spent: (window) =>
      rows < full && window.callsPerWindow > 0 && window.callsPerWindow !== job.callsPerWindow
        ? noted(window)
        : null,
    carried(done, { callsPerRow, runMs }) {
      const wider = Math.min(full, rows * 2);
      const available = runMs > windowMs ? Number.POSITIVE_INFINITY : callsPerWindow;
      if (rows === full || done < rows || callsPerRow * wider * 2 > available) {
        return null;
      }
      rows = wider;
      return { rowsAtOnce: rows };
    },
  };
}

function noted({ callsPerWindow, windowMs }: SpentWindow): NotedWidth {
  return { callsPerWindow, windowMs };
}
