import { waitUntil } from '../processes/wait-until.js';

const usualLimitMs = 120_000;
/** A request costs the service more than a later check costs the test. */
const pauseMs = 75;

/** Waits for a condition. @throws Error when it has not within the limit */
export async function until(
  holds: () => boolean | Promise<boolean>,
  limitMs: number = usualLimitMs,
): Promise<void> {
  await waitUntil(
    async () => ((await holds()) ? true : null),
    limitMs,
    () => `It has not come about within ${limitMs / 1000} s: ${String(holds)}`,
    pauseMs,
  );
}
