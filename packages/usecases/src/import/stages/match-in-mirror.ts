import type { TicketSnapshot } from '@leadbridge/domain';
import pMap from 'p-map';

import { fieldsObservedAtOf } from '../../mirror/known-fields.js';
import type { Observation } from '../../ports/psa-mirror.js';
import { completeTickets, mirroredTickets, type MirroredLeads } from '../../psa/mirrored-tickets.js';
import type { StageContext } from '../batch.js';
import { latestAcceptance, noPsaIds, type ImportRowState } from '../import-row-state.js';
import { isLate, takeRecorded } from './choose-ticket.js';

const concurrentReads = 8;

/**
 * Finds the tickets of rows in the mirror, where it is complete and has taken in all that came into the PSA before the last of them was
 * accepted. Rows that an earlier run may have begun, and those whose tickets have to be read anyway, are left.
 */
export async function matchInMirror(rows: readonly ImportRowState[], context: StageContext): Promise<void> {
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
  const recorded = await recordedTickets({ tickets, contacts }, candidates);
  await pMap(
    candidates,
    async (state) => {
      await choose(state, found.get(state.key.key) ?? [], recorded, context);
    },
    { concurrency: concurrentReads },
  );
}

/** A number is in no list of tickets; and what a killed worker left behind, or a dry run has shown, is looked up live. */
function mayReadMirror(
  { row, key, recordKey, known }: ImportRowState,
  { batch, claims }: StageContext,
): boolean {
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

/** Those that our records name, where the mirror holds them. */
async function recordedTickets(
  { tickets, contacts }: MirroredLeads,
  rows: readonly ImportRowState[],
): Promise<ReadonlyMap<number, Observation<TicketSnapshot>>> {
  const named = await tickets.byIds(rows.flatMap(({ known }) => known?.psaTicketId ?? []));
  return await completeTickets(contacts, [...named.values()]);
}

/** As of live hits: the one past the early stage, else the oldest; and the one that our record names, unless it is another's. */
async function choose(
  state: ImportRowState,
  hits: readonly Observation<TicketSnapshot>[],
  recorded: ReadonlyMap<number, Observation<TicketSnapshot>>,
  { session, caches }: StageContext,
): Promise<void> {
  const [first] = [...hits].sort((a, b) => Number(isLate(b.item)) - Number(isLate(a.item)) || a.id - b.id);
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
}

/** The row as if the mirror knew nothing of it: a new ticket is not to stand where the vanished one stood. */
export function forgetMirrored(state: ImportRowState): void {
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
