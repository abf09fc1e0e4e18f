import {
  isPastEarlyStage,
  isSilentOnOptOut,
  showsOptOut,
  UNDONE_SHOWS,
  type TicketSnapshot,
} from '@leadbridge/domain';
import pMap from 'p-map';

import type { StageContext } from '../batch.js';
import { findOwnTicket } from './own-ticket.js';
import type { MatchedRow } from '../import-row-state.js';
import { concurrentReads } from '../../psa/concurrent-reads.js';
import { askAhead } from './ask-ahead.js';
import { withoutUpcoming, lateFirst, freshnessOf, takeRecorded } from './choose-ticket.js';
import { readContacts } from './read-contacts.js';
import { matchInMirror } from './match-in-mirror.js';
import { matchOptOuts, matchOptOutsAnew } from './match-opt-outs.js';

export async function matchTickets(rows: readonly MatchedRow[], context: StageContext): Promise<void> {
  for (const state of rows) {
    state.known = context.known.leads.get(state.recordKey) ?? null;
  }
  await readClosedStatus(rows, context);
  await matchInMirror(rows, context);
  const live = rows.filter(({ isMirrored }) => !isMirrored);
  askAhead(rows, context);
  await matchLive(live, live.length === rows.length ? context : withoutUpcoming(context));
  await Promise.all([readContacts(rows, context), matchOptOuts(rows, context)]);
  // Contacts may have further addresses.
  await matchOptOutsAnew(
    rows.map((state) => ({ state, before: { ticket: state.ticket, contact: null } })),
    context,
  );
}

/** Finds the tickets of rows in the PSA itself. */
export async function matchLive(rows: readonly MatchedRow[], context: StageContext): Promise<void> {
  const { caches, session } = context;
  if (rows.length === 0) {
    return;
  }
  const fresh = freshnessOf(rows, context);
  const found = await caches.tickets.find(
    session,
    rows.map(({ key }) => key),
    fresh,
  );
  await pMap(
    rows,
    async (state) => {
      const hits = found.get(state.key.key) ?? [];
      await (state.row.options.deduplication
        ? chooseTicket(state, hits, fresh.notBefore, context)
        : matchOwnTicket(state, hits, context));
    },
    { concurrency: concurrentReads },
  );
}

/** Sets the status shown by the ticket of a lead whose import was undone. */
async function readClosedStatus(
  rows: readonly MatchedRow[],
  { statusIds, session }: StageContext,
): Promise<void> {
  for (const state of rows.filter(({ known }) => known?.isUndone === true)) {
    state.closedStatusId = await statusIds.idOf(session, UNDONE_SHOWS);
  }
}

/** Its own ticket is one that an earlier run created; one that shows an opt-out decides all the same. */
async function matchOwnTicket(
  state: MatchedRow,
  hits: readonly TicketSnapshot[],
  context: StageContext,
): Promise<void> {
  const { intent } = state.row;
  if (intent?.kind === 'create') {
    state.earlierTicketIds = intent.stood ?? [];
    state.ticket = await findOwnTicket(state, hits, context);
  } else {
    state.earlierTicketIds = hits.map(({ id }) => id);
    state.ticket = await optedOutTicket(hits, context);
  }
}

/** The first of a person's tickets that shows an opt-out. */
async function optedOutTicket(
  hits: readonly TicketSnapshot[],
  { session, statusIds }: StageContext,
): Promise<TicketSnapshot | null> {
  for (const hit of hits) {
    const ticket = isSilentOnOptOut(hit) ? ((await session.getTicket(hit.id)) ?? hit) : hit;
    if (showsOptOut(ticket, await statusIds.stateOf(session, ticket.statusId))) {
      return ticket;
    }
  }
  return null;
}

/**
 * Chooses the ticket that decides: one past the early stage, because it must not be changed, otherwise the
 * oldest. A ticket known only from our record (promoted since, or created after the PSA was read) is read by
 * its id.
 */
async function chooseTicket(
  state: MatchedRow,
  hits: readonly TicketSnapshot[],
  notBefore: number,
  context: StageContext,
): Promise<void> {
  const ordered = [...hits].sort(lateFirst);
  state.ticket = ordered[0] ?? null;
  state.isWriterAsked = false;
  await preferRecorded(state, hits, notBefore, context);
  if (state.ticket?.lacksCustomFields === true && !isPastEarlyStage(state.ticket)) {
    // Unread fields would be taken as empty and overwritten.
    state.ticket = (await context.session.getTicketForUpdate(state.ticket.id)) ?? state.ticket;
    state.isWriterAsked = true;
  }
  if (state.ticket !== null && state.known === null && context.claims.inherited.has(state.recordKey)) {
    // Its details show whether the previous holder of the key created it.
    state.ticket = (await context.session.getTicketForUpdate(state.ticket.id)) ?? state.ticket;
    state.isWriterAsked = true;
  }
}

/**
 * Uses the ticket in our record unless the PSA contradicts it; a reading may contain the ticket without its
 * contact. A PSA that was restored from a backup may have reissued the id: a ticket that evidently belongs to
 * another person is not the lead's.
 */
async function preferRecorded(
  state: MatchedRow,
  hits: readonly TicketSnapshot[],
  notBefore: number,
  { caches, session }: StageContext,
): Promise<void> {
  const { known } = state;
  const psaTicketId = known?.psaTicketId ?? null;
  if (known === null || psaTicketId === null) {
    return;
  }
  const isHit = hits.some((ticket) => ticket.id === psaTicketId);
  const readAt = caches.tickets.readAt(notBefore);
  const changedSince = readAt !== null && Date.parse(known.updatedAt) >= readAt;
  if (isHit && !changedSince) {
    return;
  }
  const read = changedSince ? null : caches.tickets.peek(psaTicketId, notBefore);
  const found = read ?? (await session.getTicket(psaTicketId));
  const current =
    found === null || isHit ? found : await caches.tickets.withContact(session, found, notBefore);
  takeRecorded(state, current, isHit);
}
