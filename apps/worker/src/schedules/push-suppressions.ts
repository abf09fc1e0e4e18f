import type { Logger } from '@leadbridge/platform';
import { pushDueSuppressions, type SuppressionDependencies } from '@leadbridge/usecases';

import { repeat, type Schedule } from './repeat.js';

/** Between two looks where nothing was due, and after one that failed. */
const idleIntervalMs = 1_000;
const failureIntervalMs = 5_000;

/**
 * Processes due suppressions: opt-outs that came over the API, from imports and from status changes, the repetitions of
 * those that a provider did not take, and whatever a dead worker left undone. It needs MongoDB alone, so that it goes on whatever became of
 * the queues; any number of workers may do it.
 */
export function pushSuppressions(deps: SuppressionDependencies & { readonly logger: Logger }): Schedule {
  return repeat(
    async () => ((await pushDueSuppressions(deps)) > 0 ? 0 : idleIntervalMs),
    (error) => {
      deps.logger.warn('opt-outs could not be processed; will retry', { error });
      return failureIntervalMs;
    },
  );
}
