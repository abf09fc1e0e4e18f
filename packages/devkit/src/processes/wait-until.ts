import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls `check` until it returns something other than null, and returns that.
 *
 * @throws Error with `describe()` where `limitMilliseconds` have passed; whatever `check` throws, at once
 */
export async function waitUntil<T>(
  check: () => Promise<T | null>,
  limitMilliseconds: number,
  describe: () => string,
  pauseMilliseconds = 25,
): Promise<T> {
  const deadline = performance.now() + limitMilliseconds;
  for (;;) {
    const result = await check();
    if (result !== null) {
      return result;
    }
    if (performance.now() > deadline) {
      throw new Error(describe());
    }
    await delay(pauseMilliseconds);
  }
}
