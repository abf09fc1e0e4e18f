import { repeat, type Logger, type Schedule } from '@leadbridge/platform';
import type { FactTotals } from '@leadbridge/usecases';

/**
 * Between two looks for new facts while there are some, and while there are none. Analytics read facts that are not rolled up one by one, and are exact whenever that
 * happens; each time costs a dozen commands, however few facts there are.
 */
const intervalMs = 10_000;
const idleIntervalMs = 20_000;
/** A turn that adds as many may have left some. */
const factsOfFullTurn = 1_000;

/** Rolls up new facts for the analytics. If several workers try at once, one does it and the others look again later. */
export function rollUpFacts(deps: { readonly totals: FactTotals; readonly logger: Logger }): Schedule {
  const { totals, logger } = deps;
  return repeat(
    async () => {
      const added = await totals.rollUp();
      if (added >= factsOfFullTurn) {
        return 0;
      }
      return added > 0 ? intervalMs : idleIntervalMs;
    },
    (error) => {
      logger.warn('new facts could not be rolled up; analytics stay exact but get slower', { error });
      return intervalMs;
    },
  );
}
