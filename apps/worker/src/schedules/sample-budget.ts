import { repeat, type Clock, type Logger, type Schedule } from '@leadbridge/platform';
import type { PsaBudgetHistory, PsaBudgetSample } from '@leadbridge/usecases';

/** The interval of the history, and the retry delay after a failure. */
const intervalMs = 60_000;
const failureIntervalMs = 10_000;

/** Every worker does it each minute, and the first of each minute counts. */
export function sampleBudget(deps: {
  readonly budget: () => Promise<Omit<PsaBudgetSample, 'at'>>;
  readonly history: Pick<PsaBudgetHistory, 'record'>;
  readonly clock: Clock;
  readonly logger: Logger;
}): Schedule {
  const { budget, history, clock, logger } = deps;
  return repeat(
    async () => {
      const { limit, used, usedBy, waiting } = await budget();
      const now = clock.now();
      await history.record({ at: new Date(now), limit, used, usedBy, waiting });
      return intervalMs - (now % intervalMs);
    },
    (error) => {
      logger.debug('the budget of PSA requests was not sampled; will retry', { error });
      return failureIntervalMs;
    },
  );
}
