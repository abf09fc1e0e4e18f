/** Jobs that ended recently, so that a wait that begins after the end still sees it. */
const maxRememberedEnds = 10_000;

export type JobEnds = ReturnType<typeof createJobEnds>;

export function createJobEnds(maxRemembered = maxRememberedEnds) {
  const waiting = new Map<string, Set<() => void>>();
  const ended = new Set<string>();

  return {
    /** A job has ended: wakes all callers that wait for it, or the next one to come. */
    settle(jobId: string): void {
      const wakes = waiting.get(jobId);
      if (wakes !== undefined) {
        waiting.delete(jobId);
        wakes.forEach((wake) => wake());
        return;
      }
      ended.add(jobId);
      if (ended.size > maxRemembered) {
        ended.delete(ended.values().next().value ?? jobId);
      }
    },

    /** True once the job has ended, false after `timeoutMs`. */
    async waitFor(jobId: string, timeoutMs: number): Promise<boolean> {
      if (ended.delete(jobId)) {
        return true;
      }
      return await new Promise<boolean>((resolve) => {
        const wakes = waiting.get(jobId) ?? new Set();
        waiting.set(jobId, wakes);
        const timer = setTimeout(() => {
          wakes.delete(wake);
          if (wakes.size === 0) {
            waiting.delete(jobId);
          }
          resolve(false);
        }, timeoutMs);
        const wake = (): void => {
          clearTimeout(timer);
          resolve(true);
        };
        wakes.add(wake);
      });
    },
  };
}
