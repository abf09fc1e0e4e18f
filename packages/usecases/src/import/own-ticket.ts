import type { TicketSnapshot } from '@leadbridge/domain';

import type { ImportStore } from '../ports/import-store.js';
import type { PsaSession } from '../ports/psa.js';
import { rowReference, type ImportRow, type ImportRowState } from './import-row-state.js';

const anyReference = /\bjob_[0-9a-z]+#\d+/iu;

/** Whether a row of ours may have made the ticket, by its details; not every PSA shows them. */
export function mayBeOurs({ details }: TicketSnapshot): boolean {
  return details === undefined || anyReference.test(details);
}

interface OwnTicketContext {
  readonly session: Pick<PsaSession, 'getTicket'>;
  readonly store: Pick<ImportStore, 'ticketsOfOthers'>;
}

/**
 * Of a person's tickets the one that this very row has made, where its answer or our record of it was lost: the one that bears its
 * reference; else, as not every PSA shows the details that hold it, the oldest that was not there before, bears no other row's
 * reference and is no other lead's.
 */
export async function findOwnTicket(
  {
    row,
    recordKey,
    stood,
  }: Pick<ImportRowState, 'recordKey' | 'stood'> & { readonly row: Pick<ImportRow, 'ref'> },
  hits: readonly TicketSnapshot[],
  { session, store }: OwnTicketContext,
): Promise<TicketSnapshot | null> {
  const candidates = hits.filter(({ id }) => !stood.includes(id)).sort((a, b) => a.id - b.id);
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
