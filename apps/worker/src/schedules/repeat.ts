/** Work that goes on beside the jobs for as long as the process lives. */
export interface Schedule {
  /** Begins no more turns, and waits for the one under way. */
  stop(): Promise<void>;
}

/**
 * Takes one turn at once, and another whenever the pause after the last is over.
 *
 * @param turn answers the milliseconds until the next
 * @param failed says what went wrong, and answers the milliseconds until it is tried again
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
