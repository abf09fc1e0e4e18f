import { isFlaggedOptOut, isOfAnother, isPastEarlyStage, type TicketSnapshot } from '@leadbridge/domain';

import type { Freshness } from '../../psa/psa-cache.js';
import { factsOfRow, isResumed, latestAcceptance, type MatchedRow } from '../import-row-state.js';
import type { StageContext } from '../batch.js';

/**
 * Takes the ticket of our record, unless it evidently belongs to another person.
 *
 * @returns whether it is now the ticket that decides
 */
export function takeRecorded(state: MatchedRow, current: TicketSnapshot | null, isHit: boolean): boolean {
  const { known } = state;
  if (current === null || known === null) {
    return false;
  }
  if (!isHit && isOfAnother(current, factsOfRow(state))) {
    state.known = { ...known, psaTicketId: null };
    return false;
  }
  if (state.ticket === null || state.ticket.id === current.id || isPastEarlyStage(current)) {
    state.ticket = current;
    return true;
  }
  return false;
}

/** Tickets that show an opt-out first, then those past the early stage; then the oldest first. */
export function lateFirst(one: TicketSnapshot, other: TicketSnapshot): number {
  return weightOf(other) - weightOf(one) || one.id - other.id;
}

function weightOf(ticket: TicketSnapshot): number {
  return isFlaggedOptOut(ticket) ? 2 : Number(isPastEarlyStage(ticket));
}

/**
 * How recently the PSA must have been read for these rows, and how many rows behind them can share that
 * reading. For rows that an earlier run has begun it must start now, as an earlier one lacks what that run
 * wrote and did not record; the rows behind them would then read it again.
 */
export function freshnessOf(rows: readonly MatchedRow[], context: StageContext): Freshness {
  return rows.some((state) => isResumed(state, context))
    ? { notBefore: context.clock.now(), upcoming: 0 }
    : {
        notBefore: latestAcceptance(
          rows.map(({ row }) => row),
          context,
        ),
        upcoming: context.batch.upcoming,
      };
}

/** For rows that are read live while the mirror serves the others. */
export function withoutUpcoming(context: StageContext): StageContext {
  return { ...context, batch: { ...context.batch, upcoming: 0 } };
}
