import type { StageContext } from '../batch.js';
import { open, type DecidedRow, type MatchedRow } from '../import-row-state.js';
import { readBeginnings } from './beginnings.js';
import { compareWithPlan } from './compare-with-plan.js';
import { plannedCalls } from './planned-calls.js';
import {
  confirmContacts,
  confirmEach,
  confirmTogether,
  confirmWriters,
  reportUnchanged,
} from './confirm-live.js';
import { decide } from './decide.js';
import { matchContacts, matchOptOutsAnew, type ChangedRow } from '../match/index.js';

/** Looks at what the decisions of rows rest on, as far as it is not certain, and returns the rows that this changes. */
type Confirmation = (rows: readonly MatchedRow[], context: StageContext) => Promise<readonly ChangedRow[]>;

const confirmations: readonly Confirmation[] = [
  confirmTogether,
  confirmEach,
  confirmWriters,
  confirmContacts,
  matchContacts,
];

/**
 * Decides what to do with each row; then confirms, with as few requests to the PSA as possible, what these decisions
 * rest on. The only place that decides.
 */
export async function decideRows(
  rows: readonly MatchedRow[],
  context: StageContext,
): Promise<readonly DecidedRow[]> {
  decide(open(rows), context);
  await context.batch.onPlanned?.(plannedCalls(open(rows), context.session));
  await confirmDecisions(rows, context);
  await readBeginnings(rows, context);
  compareWithPlan(rows, context);
  return rows;
}

/** Decides the rows again for which the PSA now shows something else. */
export async function confirmDecisions(rows: readonly MatchedRow[], context: StageContext): Promise<void> {
  for (const confirm of confirmations) {
    await decideAnew(await confirm(open(rows), context), context);
  }
}

async function decideAnew(changed: readonly ChangedRow[], context: StageContext): Promise<void> {
  await matchOptOutsAnew(changed, context);
  const states = changed.map(({ state }) => state);
  decide(open(states), context);
  for (const { state, ticketReadAt } of changed) {
    if (ticketReadAt !== undefined) {
      reportUnchanged(state, ticketReadAt, context);
    }
  }
}
