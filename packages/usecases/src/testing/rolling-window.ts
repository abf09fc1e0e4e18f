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
    takesSlot(): boolean {
      clock().pass(callMs);
      const now = clock().now();
      log = log.filter((at) => at > now - windowMs);
      const isFree = log.length < callsLeft;
      if (isFree) {
        log.push(now);
      }
      return isFree;
    },
    waitForFree(): void {
      const now = clock().now();
      clock().pass((log[0] ?? now) + windowMs - now);
    },
  };
}
