import type { StageContext } from '../batch.js';
import { open, startWork, type CleanRow, type MatchedRow } from '../import-row-state.js';
import { refuseErased, refuseTakenExternalIds } from '../read/index.js';
import { matchTickets } from './match-tickets.js';

export async function matchRows(
  claimed: readonly CleanRow[],
  context: StageContext,
): Promise<readonly MatchedRow[]> {
  const rows = claimed.map(startWork);
  await refuseErased(rows, context.store);
  await refuseTakenExternalIds(open(rows), context.store);
  await matchTickets(open(rows), context);
  return rows;
}
