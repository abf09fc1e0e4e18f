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
  const waitForFree = (): void => {
    const now = clock().now();
    clock().pass((log[0] ?? now) + windowMs - now);
  };
  return {
    /** @throws PsaBudgetError without a free slot, unless the call waits for it */
    takesSlot(waitsForWindows = false): boolean {
      clock().pass(callMs);
      log = log.filter((at) => at > clock().now() - windowMs);
      if (log.length >= callsLeft && waitsForWindows) {
        waitForFree();
        log.shift();
      }
      const now = clock().now();
      if (log.length >= callsLeft) {
        throw new PsaBudgetError((log[0] ?? now) + windowMs, { callsPerWindow, windowMs });
      }
      log.push(now);
      return true;
    },
    waitForFree,
  };
}
