import { isOfAnother, isPastEarlyStage, type TicketSnapshot } from '@leadbridge/domain';
import pMap from 'p-map';

import { fieldsObservedAtOf } from '../../mirror/observed-field-ages.js';
import { isOfKey } from '../../psa/lead-tickets.js';
import { concurrentReads } from '../../psa/concurrent-reads.js';
import type { StageContext } from '../batch.js';
import { factsOfRow, planned, type MatchedRow } from '../import-row-state.js';
import { withoutUpcoming, readContacts, type ChangedRow, matchLive, forgetMirrored } from '../match/index.js';

/** How long an observation made after a row was accepted counts as a live read, in milliseconds. */
const liveMs = 60_000;

/**
 * Confirms tickets that must not be decided from the mirror, each one to be written and each observed too long ago:
 * asks about all of them together, and scans the tickets if that needs fewer requests than reading each.
 */
export async function confirmTogether(
  rows: readonly MatchedRow[],
  context: StageContext,
): Promise<readonly ChangedRow[]> {
  const { mirror, session, batch } = context;
  const doubtful = await withoutStanding(
    rows.filter((state) => isDoubtful(state, context)),
    context,
  );
  const expected = doubtful.length * (1 + batch.upcoming / Math.max(1, rows.length));
  // If lists lack custom fields, each ticket would have to be read even after a scan.
  const isScanned =
    mirror !== null &&
    doubtful.length > 0 &&
    session.listsShowFields &&
    !doubtful.some(lacksFields) &&
    (await mirror.observeTickets(session, expected));
  return isScanned ? await applyScan(doubtful, context) : [];
}

/** Reads each of the tickets that are still not certain. People may have worked on them since. */
export async function confirmEach(
  rows: readonly MatchedRow[],
  context: StageContext,
): Promise<readonly ChangedRow[]> {
  return await readTickets(
    rows.filter((state) => isDoubtful(state, context)),
    context,
  );
}

/**
 * The last editor shows whether people have worked on a ticket, but neither list rows nor a read of the
 * ticket itself necessarily include it. It is requested only for tickets that are to be changed.
 */
export async function confirmWriters(
  rows: readonly MatchedRow[],
  context: StageContext,
): Promise<readonly ChangedRow[]> {
  const untold = planned(rows, 'update').filter(
    ({ ticket, isMirrored, isWriterAsked }) =>
      !isMirrored && !isWriterAsked && ticket?.lastUpdatedBy === null,
  );
  return await readTickets(untold, context);
}

/** Reads a contact live before it is updated, because people may have corrected its phone number. */
export async function confirmContacts(
  rows: readonly MatchedRow[],
  { session }: StageContext,
): Promise<readonly ChangedRow[]> {
  const written = planned(rows, 'update').filter(
    ({ plan, contactObservedAt }) => contactObservedAt !== null && Object.keys(plan.contact).length > 0,
  );
  return await pMap(
    written,
    async (state) => {
      const before = shownOf(state);
      state.contact = state.contact === null ? null : await session.getUser(state.contact.id);
      state.contactObservedAt = null;
      return { state, before };
    },
    { concurrency: concurrentReads },
  );
}

/** Asks the PSA about all known tickets together; returns the rows whose tickets must still be read. */
async function withoutStanding(
  rows: readonly MatchedRow[],
  context: StageContext,
): Promise<readonly MatchedRow[]> {
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
    state.ticketObservedAt = null;
    reportUnchanged(state, sentAt, context);
    return false;
  });
}

/**
 * Reports a ticket that was read to the mirror, if it will not be changed; a changed one is reported after its update.
 *
 * @param readAt Unix milliseconds
 */
export function reportUnchanged(
  { ticket, plan }: MatchedRow,
  readAt: number,
  { observed }: Pick<StageContext, 'observed'>,
): void {
  if (ticket !== null && plan?.kind === 'leave') {
    observed.add('tickets', ticket, readAt);
  }
}

/** Whether the mirror is not recent enough for what is planned for a row. */
function isDoubtful(state: MatchedRow, { clock, mirror }: StageContext): boolean {
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

/** Fields that have not been read would be taken as empty and overwritten. */
function lacksFields({ ticket }: MatchedRow): boolean {
  return ticket?.lacksCustomFields === true && !isPastEarlyStage(ticket);
}

/** Uses the observations of a scan of all tickets. */
async function applyScan(
  rows: readonly MatchedRow[],
  { mirror, session, startedAt }: StageContext,
): Promise<readonly ChangedRow[]> {
  const view = await mirror?.view(
    session,
    'tickets',
    Math.min(startedAt, ...rows.map(({ row }) => row.acceptedAt)),
  );
  const found = await view?.byIds(rows.flatMap(({ ticket }) => ticket?.id ?? []));
  return rows.flatMap((state) => {
    const { ticket } = state;
    const observed = ticket === null ? undefined : found?.get(ticket.id);
    if (ticket === null || observed?.item.userId !== ticket.userId || state.mirroredHits > 1) {
      return [];
    }
    const current = withContactOf(observed.item, ticket);
    if (!isStillTheirs(state, current)) {
      return [];
    }
    const before = shownOf(state);
    state.ticket = current;
    state.ticketObservedAt = fieldsObservedAtOf(observed);
    return [{ state, before }];
  });
}

async function readTickets(
  rows: readonly MatchedRow[],
  context: StageContext,
): Promise<readonly ChangedRow[]> {
  return await pMap(rows, async (state) => readTicket(state, context), { concurrency: concurrentReads });
}

async function readTicket(state: MatchedRow, context: StageContext): Promise<ChangedRow> {
  const { mirror, session } = context;
  const { ticket, mirroredHits } = state;
  const before = shownOf(state);
  const ticketReadAt = context.clock.now();
  const current = ticket === null || mirroredHits > 1 ? null : await session.getTicketForUpdate(ticket.id);
  const confirmed = ticket === null || current === null ? null : withContactOf(current, ticket);
  if (ticket === null || confirmed === null || !isStillTheirs(state, confirmed)) {
    if (ticket !== null && mirroredHits <= 1 && current === null) {
      await mirror?.evict('tickets', [ticket.id]);
    }
    await matchAnew(state, context);
    return { state, before };
  }
  const hasMoved = confirmed.userId !== ticket.userId;
  state.ticket = confirmed;
  state.ticketObservedAt = null;
  state.isWriterAsked = true;
  if (hasMoved) {
    state.contact = null;
    state.contactObservedAt = null;
    await readContacts([state], context);
  }
  return { state, before, ticketReadAt };
}

/** Matches the row from the start, without the mirror. */
async function matchAnew(state: MatchedRow, context: StageContext): Promise<void> {
  forgetMirrored(state);
  await matchLive([state], withoutUpcoming(context));
  await readContacts([state], withoutUpcoming(context));
}

function shownOf({ ticket, contact }: MatchedRow): ChangedRow['before'] {
  return { ticket, contact };
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

function isStillTheirs(state: MatchedRow, ticket: TicketSnapshot): boolean {
  const isNamed = state.known?.psaTicketId === ticket.id && !isOfAnother(ticket, factsOfRow(state));
  return isNamed || isOfKey(ticket, state.key.key);
}
