import type { JobPace } from '../ports/jobs.js';
import type { PsaPort } from '../ports/psa.js';

/** Counts what one run over the rows of a job (a bulk import, an undo) has done and what it cost. */
export interface RunMeter {
  /** The PSA, with its calls counted. */
  readonly psa: PsaPort;
  /** A batch has brought so many rows to their outcome. Answers the pace, once there is one. */
  done(rows: number): JobPace | null;
  /** Milliseconds since the run began. */
  elapsedMs(): number;
  /** True where half of what the budget has in one window was spent, and not one row was done for it. */
  isInVain(callsPerWindow: number): boolean;
}

/** A call that got its slot within this time did not wait for it. */
const noWaitMs = 250;
/** In batches: how much the cost of the runs before counts beside that of this one. */
const formerBatches = 2;

/** @param former the pace of the runs before */
export function createRunMeter(psa: PsaPort, now: () => number, former: JobPace | undefined): RunMeter {
  const startedAt = now();
  let decided = 0;
  let calls = 0;
  /** What the first batch cost of an import that has no pace yet: it often reads what all others use. */
  let first: { readonly rows: number; readonly calls: number } | null = null;
  let waitedMs = 0;
  let waitedUntil = startedAt;
  const onCall = (slotWaitMs: number): void => {
    calls += 1;
    if (slotWaitMs > noWaitMs) {
      // Calls that waited at the same time waited once.
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
      // What is waited for the budget is no pace: the estimate knows the budget itself.
      const workedMs = Math.max(0, now() - startedAt - waitedMs);
      return { millisecondsPerRow: workedMs / decided, callsPerRow: callsPerRow(rows) };
    },

    elapsedMs: () => now() - startedAt,

    isInVain: (callsPerWindow) => decided === 0 && callsPerWindow > 0 && calls * 2 >= callsPerWindow,
  };
}
