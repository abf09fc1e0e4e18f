import { isOfAnother, type TicketSnapshot } from '@leadbridge/domain';

import { factsOfRow, latestAcceptance, type ImportRowState } from '../import-row-state.js';
import type { StageContext } from '../batch.js';

/**
 * Takes the ticket that our record names, unless it is evidently another person's.
 *
 * @returns whether it is the one that decides now
 */
export function takeRecorded(state: ImportRowState, current: TicketSnapshot | null, isHit: boolean): boolean {
  const { known } = state;
  if (current === null || known === null) {
    return false;
  }
  if (!isHit && isOfAnother(current, factsOfRow(state))) {
    state.known = { ...known, psaTicketId: null };
    return false;
  }
  if (state.ticket === null || state.ticket.id === current.id || isLate(current)) {
    state.ticket = current;
    return true;
  }
  return false;
}

export function isLate(ticket: TicketSnapshot): boolean {
  return ticket.statusId > 2 || ticket.tickettypeId > 1;
}

/** Since when the PSA must have been read: what earlier work wrote and did not record is in no reading from before now. */
export function readNotBefore(rows: readonly ImportRowState[], context: StageContext): number {
  const { clock, claims } = context;
  return rows.some(({ row, recordKey }) => row.intent !== null || claims.inherited.has(recordKey))
    ? clock.now()
    : latestAcceptance(
        rows.map(({ row }) => row),
        context,
      );
}

/** For rows that are read live while the mirror serves those beside and behind them. */
export function alone(context: StageContext): StageContext {
  return { ...context, batch: { ...context.batch, upcoming: 0 } };
}
