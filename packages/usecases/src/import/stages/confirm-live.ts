import { isOfAnother, type TicketSnapshot } from '@leadbridge/domain';
import pMap from 'p-map';

import { fieldsObservedAtOf } from '../../mirror/known-fields.js';
import { isOfKey } from '../../psa/lead-tickets.js';
import type { StageContext } from '../batch.js';
import { factsOfRow, planned, type ImportRowState } from '../import-row-state.js';
import { alone, isLate } from './choose-ticket.js';
import { confirmContacts } from './confirm-contacts.js';
import { decide } from './decide.js';
import { readContacts } from './read-contacts.js';
import { matchOptOutAnew } from './match-opt-outs.js';
import { matchLive } from './match-tickets.js';
import { forgetMirrored } from './match-in-mirror.js';

/** Milliseconds for which what was observed after a row was accepted counts as read live. */
const liveMs = 60_000;
const concurrentReads = 8;

/**
 * Reads live what may not be decided by the mirror: each ticket that is to be written to, and each that was observed too long ago. People may
 * have worked on it since; the row is decided again by what it shows now.
 */
export async function confirmLive(rows: readonly ImportRowState[], context: StageContext): Promise<void> {
  await confirmTickets(rows, context);
  await confirmWriters(rows, context);
  await confirmContacts(rows, context);
}

/**
 * Who wrote a ticket last decides whether people have worked on it, and neither rows of lists nor a ticket read by itself need to tell. Only
 * tickets that are to be changed are asked for it.
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
  // Where lists show no fields, a scan of them leaves each ticket to be read all the same.
  if (
    session.listsShowFields &&
    !doubtful.some(lacksFields) &&
    (await mirror.observeTickets(session, expected))
  ) {
    await lookAgain(doubtful, context);
    doubtful = doubtful.filter((state) => isDoubtful(state, context));
  }
  await pMap(doubtful, async (state) => confirmRow(state, context), { concurrency: concurrentReads });
}

/** Those whose tickets are still to be read, once the PSA was asked about all of them together; the others stand as they are known. */
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
    takeLive(state, state.ticket, sentAt, context);
    return false;
  });
}

/** What was read live just now is known from then on; what is to be changed is, once that is done. */
function takeLive(
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

/** Whether the mirror is not enough for what is planned for a row. */
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

/** Whether the ticket may be changed, and its fields are still to be read: taken for empty, they would be written over. */
function lacksFields({ ticket }: ImportRowState): boolean {
  return ticket?.lacksCustomFields === true && !isLate(ticket);
}

/** Takes what a scan of all tickets has observed. */
async function lookAgain(rows: readonly ImportRowState[], context: StageContext): Promise<void> {
  const { mirror, session, startedAt } = context;
  const view = await mirror?.view(
    session,
    'tickets',
    Math.min(startedAt, ...rows.map(({ row }) => row.acceptedAt)),
  );
  const found = await view?.byIds(rows.flatMap(({ ticket }) => ticket?.id ?? []));
  for (const state of rows) {
    const { ticket } = state;
    const observed = ticket === null ? undefined : found?.get(ticket.id);
    if (ticket !== null && observed?.item.userId === ticket.userId && state.mirroredHits <= 1) {
      const current = withContactOf(observed.item, ticket);
      if (isStillTheirs(state, current)) {
        state.ticket = current;
        state.ticketObservedAt = fieldsObservedAtOf(observed);
        await matchOptOutAnew(state, ticket, context);
        decide([state], context);
      }
    }
  }
}

async function confirmRow(state: ImportRowState, context: StageContext): Promise<void> {
  const { mirror, session } = context;
  const { ticket, mirroredHits } = state;
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
  await matchOptOutAnew(state, ticket, context);
  decide([state], context);
  takeLive(state, confirmed, sentAt, context);
}

/** The row without the mirror, from its beginning. */
async function decideLive(state: ImportRowState, context: StageContext): Promise<void> {
  const { ticket } = state;
  forgetMirrored(state);
  await matchLive([state], alone(context));
  await readContacts([state], alone(context));
  await matchOptOutAnew(state, ticket, context);
  decide([state], context);
}

/** What a ticket does not tell of its contact is as it was, where it is the same contact. */
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
