import { isOfAnother, isPastEarlyStage, type TicketSnapshot } from '@leadbridge/domain';
import pMap from 'p-map';

import { fieldsObservedAtOf } from '../../mirror/observed-field-ages.js';
import { isOfKey } from '../../psa/lead-tickets.js';
import { concurrentReads } from '../../psa/concurrent-reads.js';
import type { StageContext } from '../batch.js';
import { factsOfRow, planned, type ImportRowState } from '../import-row-state.js';
import { withoutUpcoming } from './choose-ticket.js';
import { confirmContacts } from './confirm-contacts.js';
import { decide } from './decide.js';
import { readContacts } from './read-contacts.js';
import { matchOptOutAnew } from './match-opt-outs.js';
import { matchLive } from './match-tickets.js';
import { forgetMirrored } from './match-in-mirror.js';

/** How long an observation made after a row was accepted counts as a live read, in milliseconds. */
const liveMs = 60_000;
/**
 * Reads live whatever must not be decided from the mirror: each ticket to be written, and each observed too
 * long ago. People may have worked on it since, so the row is decided again from the current state.
 */
export async function confirmLive(rows: readonly ImportRowState[], context: StageContext): Promise<void> {
  await confirmTickets(rows, context);
  await confirmWriters(rows, context);
  await confirmContacts(rows, context);
}

/**
 * The last editor shows whether people have worked on a ticket, but neither list rows nor a read of the
 * ticket itself necessarily include it. It is requested only for tickets that are to be changed.
 */
async function confirmWriters(rows: readonly ImportRowState[], context: StageContext): Promise<void> {
  const untold = planned(rows, 'update').filter(
    ({ ticket, isMirrored, isWriterAsked }) =>
      !isMirrored && !isWriterAsked && ticket?.lastUpdatedBy === null,
  );
  await pMap(untold, async (state) => confirmRow(state, context), { concurrency: concurrentReads });
}

async function confirmTickets(rows: readonly ImportRowState[], context: StageContext): Promise<void> {
  const { mirror, session, batch } = context;
  let doubtful = await withoutStanding(
    rows.filter((state) => isDoubtful(state, context)),
    context,
  );
  if (mirror === null || doubtful.length === 0) {
    return;
  }
  const expected = doubtful.length * (1 + batch.upcoming / Math.max(1, rows.length));
  // If lists lack custom fields, each ticket would have to be read even after a scan.
  if (
    session.listsShowFields &&
    !doubtful.some(lacksFields) &&
    (await mirror.observeTickets(session, expected))
  ) {
    await applyScan(doubtful, context);
    doubtful = doubtful.filter((state) => isDoubtful(state, context));
  }
  await pMap(doubtful, async (state) => confirmRow(state, context), { concurrency: concurrentReads });
}

/**
 * Asks the PSA about all known tickets together, and returns the rows whose tickets must still be read. The
 * others are confirmed unchanged.
 */
async function withoutStanding(
  rows: readonly ImportRowState[],
  context: StageContext,
): Promise<readonly ImportRowState[]> {
  const known = rows.flatMap(({ ticket, mirroredHits }) =>
    ticket === null || mirroredHits > 1 || ticket.lacksCustomFields === true ? [] : [ticket],
  );
  if (known.length === 0) {
    return rows;
  }
  const sentAt = context.clock.now();
  const standing = await context.session.standingTickets(known);
  return rows.filter((state) => {
    if (state.ticket === null || state.mirroredHits > 1 || !standing.has(state.ticket.id)) {
      return true;
    }
    markAsRead(state, state.ticket, sentAt, context);
    return false;
  });
}

/**
 * Marks the ticket as just read. One that will not be changed is reported to the mirror now; a changed one
 * after its update.
 */
function markAsRead(
  state: ImportRowState,
  ticket: TicketSnapshot,
  sentAt: number,
  { observed }: StageContext,
): void {
  state.ticketObservedAt = null;
  if (state.plan?.kind === 'leave') {
    observed.add('tickets', ticket, sentAt);
  }
}

/** Whether the mirror is not recent enough for what is planned for a row. */
function isDoubtful(state: ImportRowState, { clock, mirror }: StageContext): boolean {
  const { plan, ticketObservedAt: observedAt } = state;
  if (mirror === null || !state.isMirrored || observedAt === null || plan === null) {
    return false;
  }
  if (lacksFields(state)) {
    return state.suppressed === null;
  }
  const ageMs = clock.now() - observedAt;
  switch (plan.kind) {
    case 'leave':
      return state.suppressed === null && ageMs > mirror.maxAgeMs;
    case 'create':
      return false;
    default:
      return ageMs >= liveMs || observedAt < state.row.acceptedAt;
  }
}

/**
 * Whether the ticket may be changed but its fields have not been read: they would be taken as empty and
 * overwritten.
 */
function lacksFields({ ticket }: ImportRowState): boolean {
  return ticket?.lacksCustomFields === true && !isPastEarlyStage(ticket);
}

/** Uses the observations of a scan of all tickets. */
async function applyScan(rows: readonly ImportRowState[], context: StageContext): Promise<void> {
  const { mirror, session, startedAt } = context;
  const view = await mirror?.view(
    session,
    'tickets',
    Math.min(startedAt, ...rows.map(({ row }) => row.acceptedAt)),
  );
  const found = await view?.byIds(rows.flatMap(({ ticket }) => ticket?.id ?? []));
  for (const state of rows) {
    const { ticket, contact } = state;
    const observed = ticket === null ? undefined : found?.get(ticket.id);
    if (ticket !== null && observed?.item.userId === ticket.userId && state.mirroredHits <= 1) {
      const current = withContactOf(observed.item, ticket);
      if (isStillTheirs(state, current)) {
        state.ticket = current;
        state.ticketObservedAt = fieldsObservedAtOf(observed);
        await matchOptOutAnew(state, { ticket, contact }, context);
        decide([state], context);
      }
    }
  }
}

async function confirmRow(state: ImportRowState, context: StageContext): Promise<void> {
  const { mirror, session } = context;
  const { ticket, contact, mirroredHits } = state;
  const sentAt = context.clock.now();
  const current = ticket === null || mirroredHits > 1 ? null : await session.getTicketForUpdate(ticket.id);
  const confirmed = ticket === null || current === null ? null : withContactOf(current, ticket);
  if (ticket === null || confirmed === null || !isStillTheirs(state, confirmed)) {
    if (ticket !== null && mirroredHits <= 1 && current === null) {
      await mirror?.evict('tickets', [ticket.id]);
    }
    await decideLive(state, context);
    return;
  }
  const hasMoved = confirmed.userId !== ticket.userId;
  state.ticket = confirmed;
  state.isWriterAsked = true;
  if (hasMoved) {
    state.contact = null;
    state.contactObservedAt = null;
    await readContacts([state], context);
  }
  await matchOptOutAnew(state, { ticket, contact }, context);
  decide([state], context);
  markAsRead(state, confirmed, sentAt, context);
}

/** Decides the row from the start, without the mirror. */
async function decideLive(state: ImportRowState, context: StageContext): Promise<void> {
  const { ticket, contact } = state;
  forgetMirrored(state);
  await matchLive([state], withoutUpcoming(context));
  await readContacts([state], withoutUpcoming(context));
  await matchOptOutAnew(state, { ticket, contact }, context);
  decide([state], context);
}

/** If the ticket still has the same contact, keeps the contact data that the new reading lacks. */
function withContactOf(ticket: TicketSnapshot, before: TicketSnapshot): TicketSnapshot {
  const { lacksEmail, ...told } = ticket;
  return lacksEmail === true && ticket.userId === before.userId && before.email !== null
    ? {
        ...told,
        email: before.email,
        userName: ticket.userName ?? before.userName,
        clientName: ticket.clientName ?? before.clientName,
        ...(before.otherEmails === undefined ? {} : { otherEmails: before.otherEmails }),
      }
    : ticket;
}

function isStillTheirs(state: ImportRowState, ticket: TicketSnapshot): boolean {
  const isNamed = state.known?.psaTicketId === ticket.id && !isOfAnother(ticket, factsOfRow(state));
  return isNamed || isOfKey(ticket, state.key.key);
}
