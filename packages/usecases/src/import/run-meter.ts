import type { JobPace } from '../ports/jobs.js';
import type { PsaPort } from '../ports/psa.js';

/** Counts what one run of a bulk import has done and what it cost. */
export interface RunMeter {
  /** The PSA, with its calls counted. */
  readonly psa: PsaPort;
  /** A batch has brought so many rows to their outcome. Answers the pace, once there is one. */
  done(rows: number): JobPace | null;
  /** True where half of what the budget has in one window was spent, and not one row was done for it. */
  isInVain(callsPerWindow: number): boolean;
}

export function createRunMeter(psa: PsaPort, now: () => number): RunMeter {
  const startedAt = now();
  let decided = 0;
  let calls = 0;
  let callsBefore = 0;
  const onCall = (): void => {
    calls += 1;
  };
  return {
    psa: { session: (context) => psa.session({ ...context, onCall }) },

    done(rows) {
      if (rows === 0) {
        return null;
      }
      decided += rows;
      // The first batch often reads what all others use; what they cost is told by the latest.
      const callsPerRow = (calls - callsBefore) / rows;
      callsBefore = calls;
      return { millisecondsPerRow: (now() - startedAt) / decided, callsPerRow };
    },

    isInVain: (callsPerWindow) => decided === 0 && callsPerWindow > 0 && calls * 2 >= callsPerWindow,
  };
}
