import type { TicketSnapshot } from '@leadbridge/domain';

import type { ImportStore } from '../../ports/import-store.js';
import type { PsaSession } from '../../ports/psa.js';
import { rowReference, type ImportRow, type MatchedRow } from '../import-row-state.js';

const anyReference = /\bjob_[0-9a-z]+#\d+/iu;

/** Whether one of our rows may have created the ticket, judging by its details; not every PSA returns them. */
export function mayBeOurs({ details }: TicketSnapshot): boolean {
  return details === undefined || anyReference.test(details);
}

interface OwnTicketContext {
  readonly session: Pick<PsaSession, 'getTicket'>;
  readonly store: Pick<ImportStore, 'ticketsOfOthers'>;
}

/**
 * Finds the ticket that this row created when the PSA's response or our record of it was lost: the one with
 * the row's reference. Because not every PSA returns the details with the reference, falls back to the oldest
 * ticket that did not exist before, has no other row's reference and does not belong to another lead.
 */
export async function findOwnTicket(
  {
    row,
    recordKey,
    earlierTicketIds,
  }: Pick<MatchedRow, 'recordKey' | 'earlierTicketIds'> & { readonly row: Pick<ImportRow, 'ref'> },
  hits: readonly TicketSnapshot[],
  { session, store }: OwnTicketContext,
): Promise<TicketSnapshot | null> {
  const candidates = hits.filter(({ id }) => !earlierTicketIds.includes(id)).sort((a, b) => a.id - b.id);
  if (candidates.length === 0) {
    return null;
  }
  const ofOthers = await store.ticketsOfOthers(
    candidates.map(({ id }) => id),
    recordKey,
  );
  const own = rowReference(row.ref);
  let likely: TicketSnapshot | null = null;
  for (const ticket of candidates) {
    const details = (await session.getTicket(ticket.id))?.details ?? '';
    const reference = anyReference.exec(details)?.[0] ?? null;
    if (reference === own) {
      return ticket;
    }
    if (reference === null && !ofOthers.has(ticket.id)) {
      likely ??= ticket;
    }
  }
  return likely;
}
