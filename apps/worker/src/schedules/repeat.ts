/** Work that runs alongside the jobs as long as the process lives. */
export interface Schedule {
  /** Begins no more turns, and waits for the running one. */
  stop(): Promise<void>;
}

/**
 * Runs one turn at once, and another after each pause.
 *
 * @param turn returns the milliseconds until the next
 * @param failed logs the error, and returns the milliseconds until the next attempt
 */
export function repeat(turn: () => Promise<number>, failed: (error: unknown) => number): Schedule {
  let isStopped = false;
  let wake: () => void = () => undefined;

  async function wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      const pause = await turn().catch(failed);
      if (pause > 0 && !isStopped) {
        await wait(pause);
      }
    }
  }

  const running = run();
  return {
    async stop() {
      isStopped = true;
      wake();
      await running;
    },
  };
}
