import type { Logger } from './logger.js';

export interface ShutdownStep {
  readonly name: string;
  stop(): Promise<unknown>;
}

/** Signals within this time count as one. */
const sameSignalMilliseconds = 1_000;

/**
 * Runs the steps in order on SIGTERM or SIGINT, once, and ends the process: with 0 if every step succeeded,
 * else with 1. A second signal ends it at once, unless it arrives with the first, because npm passes on a
 * signal that the terminal has already sent. So does exceeding `limitMilliseconds` in total.
 */
export function stopOnSignal(
  steps: readonly ShutdownStep[],
  logger: Logger,
  limitMilliseconds = 20_000,
): void {
  let stoppingSince: number | null = null;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > sameSignalMilliseconds) {
        process.exit(1);
      }
      return;
    }
    stoppingSince = performance.now();
    logger.info('stopping', { signal });
    const deadline = setTimeout(() => {
      logger.error('stopping took too long; ending now');
      process.exit(1);
    }, limitMilliseconds);
    deadline.unref();
    let failed = false;
    for (const step of steps) {
      try {
        await step.stop();
      } catch (error) {
        failed = true;
        logger.error('a part did not stop cleanly', { part: step.name, error });
      }
    }
    logger.info('stopped');
    process.exit(failed ? 1 : 0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}
