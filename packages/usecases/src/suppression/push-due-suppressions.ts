import { isoTime } from '@leadbridge/platform';

import type { SuppressionDependencies } from './suppression-work.js';
import { processSuppressions } from './process-suppressions.js';

/** The number of entries whose notes share one request. */
const entriesPerPass = 100;
const entriesPerLook = 1_000;

/**
 * Processes due suppressions, whichever process recorded them and whatever happened to the queues.
 *
 * @returns how many entries were processed
 */
export async function pushDueSuppressions(deps: SuppressionDependencies): Promise<number> {
  // A list leaves many thousands, before which others must not wait.
  const settled = await deps.suppressions.settle(isoTime(deps.clock.now()), entriesPerLook);
  const due = await deps.suppressions.due(isoTime(deps.clock.now()), entriesPerLook);
  for (let start = 0; start < due.length; start += entriesPerPass) {
    const { worked } = await processSuppressions(deps, due.slice(start, start + entriesPerPass));
    // Another worker holds the first ones, so this one continues with the entries after them.
    if (worked.length > 0) {
      return worked.length;
    }
  }
  return settled;
}
