/** Work that runs alongside the jobs as long as the process lives. */
export interface Schedule {
  stop(): Promise<void>;
}

/** A schedule whose pause may be ended from outside. */
export interface WakeableSchedule extends Schedule {
  /** Ends the pause once `minPauseMs` of it are over; during a turn, that of the next pause. */
  wake(): void;
}

/**
 * Runs one turn at once, and another after each pause.
 *
 * @param turn returns the milliseconds until the next
 * @param failed logs the error, and returns the milliseconds until the next attempt; `isFirst` is false while turns fail one after the other
 * @param minPauseMs the least pause before a turn that somebody asks for by `wake`
 */
export function repeat(
  turn: () => Promise<number>,
  failed: (error: unknown, isFirst: boolean) => number,
  minPauseMs = 0,
): WakeableSchedule {
  let isStopped = false;
  let isWoken = false;
  /** Shortens the running pause to so many milliseconds from its begin on. */
  let shorten: (milliseconds: number) => void = () => undefined;

  async function wait(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const beganAt = performance.now();
      let timer = setTimeout(resolve, milliseconds);
      shorten = (shorter) => {
        clearTimeout(timer);
        const restMs = shorter - (performance.now() - beganAt);
        if (restMs <= 0) {
          resolve();
        } else {
          timer = setTimeout(resolve, restMs);
        }
      };
      if (isWoken) {
        shorten(Math.min(milliseconds, minPauseMs));
      }
    });
    shorten = () => undefined;
  }

  async function run(): Promise<void> {
    let hasFailed = false;
    while (!isStopped) {
      isWoken = false;
      let pause: number;
      try {
        pause = await turn();
        hasFailed = false;
      } catch (error) {
        pause = failed(error, !hasFailed);
        hasFailed = true;
      }
      if (pause > 0 && !isStopped) {
        await wait(pause);
      }
    }
  }

  const running = run();
  return {
    wake() {
      isWoken = true;
      shorten(minPauseMs);
    },
    async stop() {
      isStopped = true;
      shorten(0);
      await running;
    },
  };
}
