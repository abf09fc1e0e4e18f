import { isOfAnother, ownTicketKey, UNDONE_SHOWS, type TicketSnapshot } from '@leadbridge/domain';
import pMap from 'p-map';

import { PsaRefusedError } from '../../ports/psa-errors.js';
import type { PsaUser } from '../../ports/psa.js';
import type { StageContext } from '../batch.js';
import { userIdKey } from '../../psa/ticket-contacts.js';
import { findOwnTicket } from '../own-ticket.js';
import { factsOfRow, latestAcceptance, planned, type RowWork } from '../row-work.js';
import { decide } from './decide.js';
import { recogniseOptOuts } from './recognise-opt-outs.js';

const concurrentReads = 8;

/** Finds, for each row, what we have recorded of its key and which ticket the PSA holds for it. */
export async function recogniseTickets(rows: readonly RowWork[], context: StageContext): Promise<void> {
  const { store, knowledge, session, batch } = context;
  const known = await store.findLeads(rows.map((row) => row.recordKey));
  for (const row of rows) {
    row.known = known.get(row.recordKey) ?? null;
  }
  await readClosedStatus(rows, context);
  const notBefore = readNotBefore(rows, context);
  const found = await knowledge.tickets.find(
    session,
    rows.map(({ key }) => key),
    { notBefore, upcoming: batch.upcoming },
  );
  await pMap(
    rows,
    async (row) => {
      const hits = found.get(row.key.key) ?? [];
      await (row.row.options.deduplication
        ? chooseTicket(row, hits, notBefore, context)
        : recogniseOwnTicket(row, hits, context));
    },
    { concurrency: concurrentReads },
  );
  await Promise.all([readContacts(rows, context), recogniseOptOuts(rows, context)]);
}

/** What the ticket of a lead shows whose import was undone. */
async function readClosedStatus(
  rows: readonly RowWork[],
  { statusIds, session }: StageContext,
): Promise<void> {
  for (const row of rows.filter(({ known }) => known?.isUndone === true)) {
    row.closedStatusId = await statusIds.idOf(session, UNDONE_SHOWS);
  }
}

/** Without deduplication the tickets of a person are not the lead's, but for the one that an earlier run has made. */
async function recogniseOwnTicket(
  row: RowWork,
  hits: readonly TicketSnapshot[],
  context: StageContext,
): Promise<void> {
  const { intent } = row.row;
  if (intent?.kind === 'create') {
    row.stood = intent.stood ?? [];
    row.ticket = await findOwnTicket(row, hits, context);
  } else {
    row.stood = hits.map(({ id }) => id);
  }
}

/**
 * The ticket that decides: one that is past the early stage, as nothing of it may be changed; else the oldest. A ticket that only our
 * record knows (promoted since, or created after the PSA was read) is read by its id.
 */
async function chooseTicket(
  row: RowWork,
  hits: readonly TicketSnapshot[],
  notBefore: number,
  context: StageContext,
): Promise<void> {
  const ordered = [...hits].sort((a, b) => Number(isLate(b)) - Number(isLate(a)) || a.id - b.id);
  row.ticket = ordered[0] ?? null;
  await preferRecorded(row, hits, notBefore, context);
  if (row.ticket?.lacksCustomFields === true && !isLate(row.ticket)) {
    // Taken for empty, they would be written over.
    row.ticket = (await context.session.getTicketForUpdate(row.ticket.id)) ?? row.ticket;
  }
  if (row.ticket !== null && row.known === null && context.claims.inherited.has(row.recordKey)) {
    // Its details tell whether whoever had the key before has made it.
    row.ticket = (await context.session.getTicket(row.ticket.id)) ?? row.ticket;
  }
}

/**
 * What our record says of the lead's ticket, where the PSA does not contradict; a reading may hold it without telling whose it is. A PSA
 * that was restored from a backup may have issued its id again: a ticket that is evidently another person's is none of the lead's.
 */
async function preferRecorded(
  row: RowWork,
  hits: readonly TicketSnapshot[],
  notBefore: number,
  { knowledge, session }: StageContext,
): Promise<void> {
  const { known } = row;
  const psaTicketId = known?.psaTicketId ?? null;
  if (known === null || psaTicketId === null) {
    return;
  }
  const isHit = hits.some((ticket) => ticket.id === psaTicketId);
  const readAt = knowledge.tickets.readAt(notBefore);
  const changedSince = readAt !== null && Date.parse(known.updatedAt) >= readAt;
  if (isHit && !changedSince) {
    return;
  }
  const read = changedSince ? null : knowledge.tickets.held(psaTicketId, notBefore);
  const found = read ?? (await session.getTicket(psaTicketId));
  const current =
    found === null || isHit ? found : await knowledge.tickets.withContact(session, found, notBefore);
  if (current !== null && !isHit && isOfAnother(current, factsOfRow(row))) {
    row.known = { ...known, psaTicketId: null };
    return;
  }
  if (current !== null && (row.ticket === null || row.ticket.id === current.id || isLate(current))) {
    row.ticket = current;
  }
}

function isLate(ticket: TicketSnapshot): boolean {
  return ticket.statusId > 2 || ticket.tickettypeId > 1;
}

/** The contacts of early tickets, where the lead brings something that may change them. */
async function readContacts(rows: readonly RowWork[], context: StageContext): Promise<void> {
  const { knowledge, session, batch } = context;
  const asked = rows.flatMap((row) => {
    const brings = row.lead.phone !== null || row.lead.linkedinUrl !== null || row.known !== null;
    const userId = row.ticket !== null && !isLate(row.ticket) && brings ? row.ticket.userId : null;
    return userId === null ? [] : [{ row, key: userIdKey(userId) }];
  });
  const found = await knowledge.users.find(
    session,
    asked.map(({ key }) => ({ key, term: key })),
    { notBefore: readNotBefore(rows, context), upcoming: batch.upcoming },
  );
  await pMap(
    asked,
    async ({ row, key }) => {
      const contact = found.get(key)?.[0] ?? null;
      // A row without the field is not one without the value.
      row.contact = contact?.isPartial === true ? ((await session.getUser(contact.id)) ?? contact) : contact;
    },
    { concurrency: concurrentReads },
  );
}

/**
 * For new leads: is the person a contact already? Then the contact is used again, and its tickets count: one that is past the Lead stage
 * means that the lead is preserved, and one that the first look missed, as it moved while pages were read, is decided upon.
 */
export async function recogniseContacts(rows: readonly RowWork[], context: StageContext): Promise<void> {
  const { knowledge, session, batch } = context;
  const fresh = planned(rows, 'create');
  const notBefore = readNotBefore(fresh, context);
  const wanted = fresh.flatMap(({ lead, key }) =>
    lead.email === null ? [] : [{ key: key.key, term: lead.email }],
  );
  const found = await knowledge.users.find(session, wanted, { notBefore, upcoming: batch.upcoming });
  await pMap(
    fresh,
    async (row) => {
      const contacts = [...(found.get(row.key.key) ?? [])].sort((a, b) => a.id - b.id);
      const [contact] = contacts;
      if (contact === undefined) {
        return;
      }
      row.contact = contact;
      row.place = { clientId: contact.clientId, siteId: contact.siteId, userId: contact.id };
      if (row.row.options.deduplication) {
        await recogniseByContacts(row, contacts, notBefore, context);
      }
    },
    { concurrency: concurrentReads },
  );
}

/** Two contacts may have one email: the tickets of both are the person's. */
async function recogniseByContacts(
  row: RowWork,
  contacts: readonly PsaUser[],
  notBefore: number,
  context: StageContext,
): Promise<void> {
  const { knowledge, session } = context;
  try {
    const own = await knowledge.tickets.ofContacts(session, { key: row.key, contacts, notBefore });
    const oldestFirst = [...own].sort((a, b) => a.id - b.id);
    const sameKey = oldestFirst.find((ticket) => ownTicketKey(ticket) === row.key.key);
    row.ticket = oldestFirst.find(isLate) ?? sameKey ?? null;
    if (row.ticket !== null) {
      decide([row], context);
    }
  } catch (error) {
    if (!(error instanceof PsaRefusedError)) {
      throw error;
    }
    row.fault = error;
  }
}

/** Since when the PSA must have been read: what earlier work wrote and did not record is in no reading from before now. */
function readNotBefore(rows: readonly RowWork[], { clock, claims }: StageContext): number {
  const now = clock.now();
  return rows.some(({ row, recordKey }) => row.intent !== null || claims.inherited.has(recordKey))
    ? now
    : latestAcceptance(
        rows.map(({ row }) => row),
        now,
      );
}
