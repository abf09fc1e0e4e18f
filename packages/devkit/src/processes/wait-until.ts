import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks `check` again and again until it answers something other than null, and answers that.
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
    const answer = await check();
    if (answer !== null) {
      return answer;
    }
    if (performance.now() > deadline) {
      throw new Error(describe());
    }
    await delay(pauseMilliseconds);
  }
}
