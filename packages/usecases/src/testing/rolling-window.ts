import { PsaBudgetError } from '../ports/psa-errors.js';
import type { createManualClock } from './manual-clock.js';

const windowMs = 300_000;
const callsPerWindow = 500;
/** Of one call, so that windows pass while the work goes on. */
const callMs = 40;

/**
 * A rolling window of calls to a PSA in memory.
 *
 * @param callsLeft those that others leave
 */
export function createRollingWindow(
  clock: () => ReturnType<typeof createManualClock>,
  callsLeft = callsPerWindow,
) {
  let log: number[] = [];
  return {
    /** @throws PsaBudgetError without a free slot */
    takesSlot(): boolean {
      clock().pass(callMs);
      const now = clock().now();
      log = log.filter((at) => at > now - windowMs);
      if (log.length >= callsLeft) {
        throw new PsaBudgetError((log[0] ?? now) + windowMs, { callsPerWindow, windowMs });
      }
      log.push(now);
      return true;
    },
    waitForFree(): void {
      const now = clock().now();
      clock().pass((log[0] ?? now) + windowMs - now);
    },
  };
}
