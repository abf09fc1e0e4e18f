import type { Logger } from '@leadbridge/platform';
import { pushDueSuppressions, type SuppressionDependencies } from '@leadbridge/usecases';

import { repeat, type Schedule } from './repeat.js';

/** Between two looks when nothing was due, and after a failed one. */
const idleIntervalMs = 1_000;
const failureIntervalMs = 5_000;

/**
 * Processes due suppressions: opt-outs from the API, from imports and from status changes, retries of those
 * that a provider did not accept, and work that a dead worker left undone. Needs only MongoDB, so it runs
 * whatever happens to the queues; any number of workers may do it.
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
