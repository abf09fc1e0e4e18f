import type { JobRuns } from '../ports/job-runs.js';
import type { JobRecord } from '../ports/jobs.js';
import type { BatchMeter, RunMeter } from './run-meter.js';

/** The batch size that earlier runs of a job over rows have noted: a bulk import, or an undo. */
export type NotedWidth = Pick<JobRecord, 'rowsAtOnce' | 'callsPerWindow' | 'windowMs'>;

/** A window of the PSA's budget that was used up: its number of calls, if known, and its length. */
interface SpentWindow {
  readonly callsPerWindow: number;
  readonly windowMs: number;
}

export interface FullWidth {
  readonly batchSize: number;
  /** Rows per minute. */
  readonly rateLimit: number | null;
}

/**
 * How many rows a job processes at once: the requested number, or fewer after one window of the PSA's
 * budget was too small for it. Otherwise a batch that needs more calls than a window has would start and
 * abort forever, and use up the budget each time.
 *
 * A window noted when the job was narrowed may have been small only because others used it. It applies
 * until another window is used up, or passes without being used up.
 */
export type BatchWidth = ReturnType<typeof createBatchWidth>;

export function createBatchWidth(job: NotedWidth, { batchSize, rateLimit }: FullWidth) {
  const full = Math.min(batchSize, rateLimit ?? batchSize);
  // Earlier releases did not note the window: the job widens, and notes the window if that fails.
  const { callsPerWindow = Number.POSITIVE_INFINITY, windowMs = 0 } = job;
  let rows = Math.min(full, job.rowsAtOnce ?? full);
  let available = callsPerWindow;
  return {
    get rows() {
      return rows;
    },
    get isNarrowed() {
      return rows < full;
    },
    /** Halves the size; null if it is already one. */
    narrowed: (window: SpentWindow): NotedWidth | null =>
      rows > 1 ? { rowsAtOnce: Math.ceil(rows / 2), ...noted(window) } : null,
    /** A window was used up, but rows were completed in it. Null if that reveals nothing new. */
    spent: (window: SpentWindow): NotedWidth | null =>
      rows < full && window.callsPerWindow > 0 && window.callsPerWindow !== job.callsPerWindow
        ? noted(window)
        : null,
    /**
     * Called when a batch of `rows` rows has completed. Doubles the size and returns it, if the larger batch is
     * expected to take at most half of a budget window.
     *
     * @param runMs how long the run has gone without using up a window
     */
    carried(
      done: number,
      { callsPerRow, runMs }: { readonly callsPerRow: number; readonly runMs: number },
    ): NotedWidth | null {
      const wider = Math.min(full, rows * 2);
      available = runMs > windowMs ? Number.POSITIVE_INFINITY : callsPerWindow;
      if (rows === full || done < rows || callsPerRow * wider * 2 > available) {
        return null;
      }
      rows = wider;
      return { rowsAtOnce: rows };
    },
    /**
     * How many of the `left` rows behind a batch can use what is read for it, which is trusted for a minute. None while
     * a window is known to be too small: the readings of all pages would use it up, and be lost with it.
     */
    within(left: number): number {
      const inMinute = rateLimit === null ? left : Math.min(left, rateLimit - rows);
      return Number.isFinite(available) ? 0 : Math.max(0, inMinute);
    },
  };
}

interface MeasuredRun {
  readonly job: Pick<JobRecord, 'jobId' | 'callsInVain'>;
  readonly meter: RunMeter;
  readonly width: BatchWidth;
}

/** Notes the pace of a job once a batch has decided `done` rows, and its width if that has grown. */
export async function noteDone(
  runs: Pick<JobRuns, 'note'>,
  { job, meter, width }: MeasuredRun,
  done: number,
  batch?: BatchMeter,
): Promise<void> {
  const pace = meter.done(done, batch);
  if (pace !== null) {
    const { callsPerRow } = pace;
    const widened = width.carried(done, { callsPerRow, runMs: meter.elapsedMs() });
    await runs.note(job.jobId, { pace, ...widened });
  }
}

/**
 * Notes what a run has learnt from a window of the budget that is used up. The calls of several runs count together if
 * none has completed a row: others may leave each of them only a part of a window.
 */
export async function noteSpent(
  runs: Pick<JobRuns, 'note'>,
  { job, meter, width }: MeasuredRun,
  window: SpentWindow,
): Promise<void> {
  const { callsInVain: before = 0 } = job;
  const calls = meter.callsInVain();
  const callsInVain = calls === 0 ? 0 : before + calls;
  const isInVain = window.callsPerWindow > 0 && callsInVain * 2 >= window.callsPerWindow;
  const learnt = isInVain ? width.narrowed(window) : width.spent(window);
  const left = isInVain ? 0 : callsInVain;
  if (learnt !== null || left !== before) {
    await runs.note(job.jobId, { ...learnt, callsInVain: left });
  }
}

function noted({ callsPerWindow, windowMs }: SpentWindow): NotedWidth {
  return { callsPerWindow, windowMs };
}
