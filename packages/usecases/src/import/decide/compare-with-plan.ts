import { isDeepStrictEqual } from 'node:util';

import { planChangedCode } from '@leadbridge/contracts';

import type { StageContext } from '../batch.js';
import { outcomeNow } from '../dry-run/plan-of-row.js';
import { open, type DecidedRow } from '../import-row-state.js';

/**
 * Fails rows whose outcome would differ from the dry run that this job commits, before anything is written
 * for them. A row that was already begun had passed this check, and is completed.
 */
export function compareWithPlan(rows: readonly DecidedRow[], context: StageContext): void {
  for (const state of open(rows)) {
    const { planned, intent } = state.row;
    if (planned === null || intent !== null) {
      continue;
    }
    const current = outcomeNow(state, context);
    if (!isDeepStrictEqual(planned, current)) {
      state.outcome = {
        status: 'failed',
        code: planChangedCode,
        error: 'The lead would now be imported differently than the dry run showed',
        suggestion: 'Check what has changed; then send the lead again, or run another dry run first',
        planned,
        current,
      };
    }
  }
}
