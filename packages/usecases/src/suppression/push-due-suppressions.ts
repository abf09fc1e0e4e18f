import { isoTime } from '@leadbridge/platform';

import type { SuppressionDependencies } from './suppression-work.js';
import { processSuppressions } from './process-suppressions.js';

/** Notes of so many entries travel in one request. */
const entriesPerPass = 100;
const entriesPerLook = 1_000;

/**
 * Processes due suppressions, whichever process recorded them and whatever became of the queues.
 *
 * @returns how many entries were worked on
 */
export async function pushDueSuppressions(deps: SuppressionDependencies): Promise<number> {
  const due = await deps.suppressions.due(isoTime(deps.clock.now()), entriesPerLook);
  for (let start = 0; start < due.length; start += entriesPerPass) {
    const { worked } = await processSuppressions(deps, due.slice(start, start + entriesPerPass));
    // Another worker has the first ones: this one takes from behind them.
    if (worked.length > 0) {
      return worked.length;
    }
  }
  return 0;
}
