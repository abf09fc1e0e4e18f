import type { Logger } from '@leadbridge/platform';
import type { FactTotals } from '@leadbridge/usecases';

import { repeat, type Schedule } from './repeat.js';

/** Between two looks for new facts, and after a failed one. */
const idleIntervalMs = 2_000;
const failureIntervalMs = 10_000;

/** Rolls up new facts for the analytics. If several workers try at once, one does it and the others look again later. */
export function rollUpFacts(deps: { readonly totals: FactTotals; readonly logger: Logger }): Schedule {
  const { totals, logger } = deps;
  return repeat(
    async () => ((await totals.rollUp()) > 0 ? 0 : idleIntervalMs),
    (error) => {
      logger.warn('new facts could not be rolled up; analytics stay exact but get slower', { error });
      return failureIntervalMs;
    },
  );
}
