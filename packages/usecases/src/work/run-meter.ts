import type { JobPace } from '../ports/jobs.js';
import type { PsaPort } from '../ports/psa.js';

/** Measures the progress and cost of one run over the rows of a job (a bulk import or an undo). */
export interface RunMeter {
  /** The PSA, with its calls counted. */
  readonly psa: PsaPort;
  /** Called when a batch has decided `rows` rows. Returns the pace, once there is one. */
  done(rows: number): JobPace | null;
  /** Milliseconds since the run began. */
  elapsedMs(): number;
  /** True if half of the calls in one budget window were spent without completing a single row. */
  isInVain(callsPerWindow: number): boolean;
}

/** A call that got its slot within this time counts as not having waited. */
const noWaitMs = 250;
/** The weight of earlier runs' cost compared with this run, in batches. */
const formerBatches = 2;

/** @param former the pace of earlier runs */
export function createRunMeter(psa: PsaPort, now: () => number, former: JobPace | undefined): RunMeter {
  const startedAt = now();
  let decided = 0;
  let calls = 0;
  /**
   * The cost of the first batch of an import without a pace: it often includes reads that all later batches
   * reuse.
   */
  let first: { readonly rows: number; readonly calls: number } | null = null;
  let waitedMs = 0;
  let waitedUntil = startedAt;
  const onCall = (slotWaitMs: number): void => {
    calls += 1;
    if (slotWaitMs > noWaitMs) {
      // Concurrent waits count once.
      const at = now();
      waitedMs += Math.max(0, at - Math.max(waitedUntil, at - slotWaitMs));
      waitedUntil = at;
    }
  };

  function callsPerRow(rows: number): number {
    if (former !== undefined) {
      const formerRows = rows * formerBatches;
      return (calls + former.callsPerRow * formerRows) / (decided + formerRows);
    }
    first ??= { rows, calls };
    const later = decided - first.rows;
    return later === 0 ? calls / decided : (calls - first.calls) / later;
  }

  return {
    psa: { session: (context) => psa.session({ ...context, onCall }) },

    done(rows) {
      if (rows === 0) {
        return null;
      }
      decided += rows;
      // Waiting for the budget is not part of the pace: the estimate takes the budget into account
      // separately.
      const workedMs = Math.max(0, now() - startedAt - waitedMs);
      return { millisecondsPerRow: workedMs / decided, callsPerRow: callsPerRow(rows) };
    },

    elapsedMs: () => now() - startedAt,

    isInVain: (callsPerWindow) => decided === 0 && callsPerWindow > 0 && calls * 2 >= callsPerWindow,
  };
}
