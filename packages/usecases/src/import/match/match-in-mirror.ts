import type { TicketSnapshot } from '@leadbridge/domain';
import pMap from 'p-map';

import { fieldsObservedAtOf } from '../../mirror/observed-field-ages.js';
import type { Observation } from '../../ports/psa-mirror.js';
import { completeTickets, mirroredTickets, type MirroredLeads } from '../../psa/mirrored-tickets.js';
import { concurrentReads } from '../../psa/concurrent-reads.js';
import type { StageContext } from '../batch.js';
import { latestAcceptance, noPsaIds, type MatchedRow } from '../import-row-state.js';
import { lateFirst, takeRecorded } from './choose-ticket.js';

/**
 * Finds the tickets of rows in the mirror, if it is complete and contains everything added to the PSA before
 * the last of them was accepted. Skips rows that an earlier run may have begun, and rows whose tickets have
 * to be read anyway.
 */
export async function matchInMirror(rows: readonly MatchedRow[], context: StageContext): Promise<void> {
  const { mirror, session } = context;
  const candidates = rows.filter((state) => mayReadMirror(state, context));
  if (mirror === null || candidates.length === 0) {
    return;
  }
  const notBefore = latestAcceptance(
    candidates.map(({ row }) => row),
    context,
  );
  const contacts = await mirror.view(session, 'contacts', notBefore);
  const tickets = contacts === null ? null : await mirror.view(session, 'tickets', notBefore);
  if (tickets === null || contacts === null) {
    return;
  }
  const found = await mirroredTickets(
    { tickets, contacts },
    candidates.map(({ key }) => key),
  );
  // The tickets and contacts of the others may be among those that the PSA did not list.
  const provesAbsence = tickets.provesAbsence && contacts.provesAbsence;
  const recorded = await recordedTickets({ tickets, contacts }, candidates);
  await pMap(
    candidates.filter(({ key }) => provesAbsence || (found.get(key.key) ?? []).length > 0),
    async (state) => {
      await choose(state, found.get(state.key.key) ?? [], recorded, context);
    },
    { concurrency: concurrentReads },
  );
}

/** Not for phone numbers, which lists lack, for work of a crashed worker, and for commits of a dry run. */
function mayReadMirror({ row, key, recordKey, known }: MatchedRow, { batch, claims }: StageContext): boolean {
  return (
    batch.readsMirror &&
    row.intent === null &&
    row.planned === null &&
    known?.isUndone !== true &&
    row.options.deduplication &&
    key.kind !== 'phone' &&
    !claims.inherited.has(recordKey)
  );
}

async function recordedTickets(
  { tickets, contacts }: MirroredLeads,
  rows: readonly MatchedRow[],
): Promise<ReadonlyMap<number, Observation<TicketSnapshot>>> {
  const named = await tickets.byIds(rows.flatMap(({ known }) => known?.psaTicketId ?? []));
  return await completeTickets(contacts, [...named.values()]);
}

/**
 * As with live hits: prefers a ticket past the early stage, otherwise the oldest, and the ticket in our
 * record unless it belongs to another person. A row whose ticket is not the one in our record is left to be
 * looked up live.
 */
async function choose(
  state: MatchedRow,
  hits: readonly Observation<TicketSnapshot>[],
  recorded: ReadonlyMap<number, Observation<TicketSnapshot>>,
  { session, caches }: StageContext,
): Promise<void> {
  const [first] = [...hits].sort((a, b) => lateFirst(a.item, b.item));
  state.isMirrored = true;
  state.mirroredHits = hits.length;
  state.ticket = first?.item ?? null;
  state.ticketObservedAt = first === undefined ? null : fieldsObservedAtOf(first);
  const named = state.known?.psaTicketId ?? null;
  if (named !== null && !hits.some(({ id }) => id === named)) {
    const observed = recorded.get(named);
    const read = observed === undefined ? await session.getTicket(named) : null;
    const live = read === null ? null : await caches.tickets.withContact(session, read, 0);
    if (takeRecorded(state, observed?.item ?? live, false)) {
      state.mirroredHits = Math.max(1, state.mirroredHits);
      state.ticketObservedAt = observed === undefined ? null : fieldsObservedAtOf(observed);
    }
  }
  const own = state.known?.psaTicketId ?? null;
  if (own !== null && state.ticket !== null && state.ticket.id !== own) {
    // The mirror shows a deleted ticket for some time, also beside the one that has replaced it.
    forgetMirrored(state);
  }
}

/** Clears everything taken from the mirror, so that a new ticket does not reuse the place of a vanished one. */
export function forgetMirrored(state: MatchedRow): void {
  state.isMirrored = false;
  state.mirroredHits = 0;
  state.ticket = null;
  state.ticketObservedAt = null;
  state.contact = null;
  state.contactObservedAt = null;
  state.plan = null;
  state.psaIds = noPsaIds;
  state.ticketId = null;
}
