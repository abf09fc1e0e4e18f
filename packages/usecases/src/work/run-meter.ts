import type { JobRuns } from '../ports/job-runs.js';
import type { JobPace } from '../ports/jobs.js';
import type { PsaPort } from '../ports/psa.js';

/** Measures the progress and cost of one run over the rows of a job (a bulk import or an undo). */
export interface RunMeter {
  /** The PSA, with its calls counted. */
  readonly psa: PsaPort;
  /** The PSA for one of several batches that are under way together. */
  batch(): BatchMeter;
  /**
   * Called when a batch has decided `rows` rows. Returns the pace, once there is one.
   *
   * @param of the batch, if others are under way; otherwise all calls so far were made for it
   */
  done(rows: number, of?: BatchMeter): JobPace | null;
  /** A batch of `rows` needs `calls` more. Returns the expected pace, unless one was measured. */
  planned(rows: number, calls: number): JobPace | null;
  /** Milliseconds since the run began. */
  elapsedMs(): number;
  /** The calls of a run that has not completed a single row; 0 if it has. */
  callsInVain(): number;
}

export interface BatchMeter {
  readonly psa: PsaPort;
  readonly calls: () => number;
}

/** A call that got its slot within this time counts as not having waited. */
const noWaitMs = 250;
/** The shortest time between two reports, in milliseconds. */
const reportEveryMs = 1_000;
/** The weight of earlier runs' cost compared with this run, in batches. */
const formerBatches = 2;

/**
 * @param known the pace of earlier runs
 * @param report called from time to time with the pace, as calls are made for rows that are not yet decided
 */
export function createRunMeter(
  psa: PsaPort,
  now: () => number,
  known: JobPace | undefined,
  report: (pace: JobPace) => void = () => undefined,
): RunMeter {
  const former = known?.millisecondsPerRow === 0 ? undefined : known;
  const callsOfEarlierRuns = known?.callsUnderWay ?? 0;
  const startedAt = now();
  const waits = createSlotWaits(now);
  let current = known;
  let decided = 0;
  let calls = 0;
  /** Calls for batches that are done. */
  let settled = 0;
  /** The first batch of an import without a pace often includes reads that later batches reuse. */
  let first: { readonly rows: number; readonly calls: number } | null = null;
  const callsUnderWay = (): number => calls - settled + (decided === 0 ? callsOfEarlierRuns : 0);
  const reportSoon = throttled(now, () => {
    if (current !== undefined) {
      report({ ...current, callsUnderWay: callsUnderWay() });
    }
  });
  const onCall = (slotWaitMs: number): void => {
    calls += 1;
    reportSoon();
    waits.add(slotWaitMs);
  };

  function callsPerRow(rows: number): number {
    if (former !== undefined) {
      const formerRows = rows * formerBatches;
      // What an earlier run had called for rows that this one decides is part of their cost.
      const made = callsOfEarlierRuns + settled;
      return (made + former.callsPerRow * formerRows) / (decided + formerRows);
    }
    first ??= { rows, calls: settled };
    const later = decided - first.rows;
    return later === 0 ? settled / decided : (settled - first.calls) / later;
  }

  return {
    psa: { session: (context) => psa.session({ ...context, onCall }) },

    batch() {
      let own = 0;
      const onOwnCall = (slotWaitMs: number): void => {
        own += 1;
        onCall(slotWaitMs);
      };
      return {
        psa: { session: (context) => psa.session({ ...context, onCall: onOwnCall }) },
        calls: () => own,
      };
    },

    done(rows, of) {
      if (rows === 0) {
        return null;
      }
      settled = of === undefined ? calls : settled + of.calls();
      decided += rows;
      // Waiting for the budget is not part of the pace: the estimate takes the budget into account
      // separately.
      const workedMs = Math.max(0, now() - startedAt - waits.totalMs());
      current = { millisecondsPerRow: workedMs / decided, callsPerRow: callsPerRow(rows) };
      return current;
    },

    planned(rows, more) {
      if (decided > 0 || former !== undefined || rows === 0) {
        return null;
      }
      const made = callsUnderWay();
      current = { millisecondsPerRow: 0, callsPerRow: (made + more) / rows, callsUnderWay: made };
      return current;
    },

    elapsedMs: () => now() - startedAt,

    callsInVain: () => (decided === 0 ? calls : 0),
  };
}

/** How long calls have waited for their slots. Waits at the same time count once. */
function createSlotWaits(now: () => number) {
  let totalMs = 0;
  let waitedUntil = now();
  return {
    add(slotWaitMs: number): void {
      if (slotWaitMs > noWaitMs) {
        const at = now();
        totalMs += Math.max(0, at - Math.max(waitedUntil, at - slotWaitMs));
        waitedUntil = at;
      }
    },
    totalMs: () => totalMs,
  };
}

/** Calls `send` at once or a little later: never more often than reports are sent, and always behind the last request. */
function throttled(now: () => number, send: () => void): () => void {
  let sentAt = now();
  let next: NodeJS.Timeout | undefined;
  const sendNow = (): void => {
    clearTimeout(next);
    next = undefined;
    sentAt = now();
    send();
  };
  return () => {
    if (now() - sentAt >= reportEveryMs) {
      sendNow();
    } else {
      // After a burst of calls, the next one may have to wait for a window of the budget.
      next ??= setTimeout(sendNow, reportEveryMs).unref();
    }
  };
}

/** Reports the pace of a job to its record. An estimate that is a little older does no harm. */
export function notesOf(runs: Pick<JobRuns, 'note'>, jobId: string): (pace: JobPace) => void {
  return (pace) => {
    runs.note(jobId, { pace }).catch(() => undefined);
  };
}
