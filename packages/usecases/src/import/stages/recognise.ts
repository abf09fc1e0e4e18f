import { type TicketSnapshot } from '@leadbridge/domain';
import pMap from 'p-map';

import { PsaRefusedError } from '../../ports/psa-errors.js';
import type { StageContext } from '../import-batch.js';
import { userEmailKey, userIdKey } from '../psa-knowledge.js';
import { planned, type RowWork } from '../row-work.js';

const concurrentReads = 8;

/** Finds, for each row, what we have recorded of its key and which ticket the PSA holds for it. */
export async function recogniseTickets(rows: readonly RowWork[], context: StageContext): Promise<void> {
  const { store, knowledge, session, batch } = context;
  const keys = rows.map((row) => row.recordKey);
  const [known, optedOut] = await Promise.all([
    store.findLeads(keys),
    store.findOptedOut(rows.map((row) => row.key.key)),
  ]);
  for (const row of rows) {
    row.known = known.get(row.recordKey) ?? null;
    row.optedOut = optedOut.has(row.key.key);
  }
  const searched = rows.filter((row) => row.row.options.deduplication || row.row.intent !== null);
  const notBefore = latestAcceptance(searched);
  const found = await knowledge.tickets.find(
    session,
    searched.map(({ key }) => ({ key: key.key, term: key.searchTerm })),
    { notBefore, upcoming: batch.upcoming },
  );
  const readAt = knowledge.tickets.readAt(notBefore);
  await pMap(searched, async (row) => chooseTicket(row, found.get(row.key.key) ?? [], readAt, context), {
    concurrency: concurrentReads,
  });
  await readContacts(searched, context);
}

/**
 * The ticket that decides: one that is past the early stage, as nothing of it may be changed; else the oldest. A ticket that only our
 * record knows (promoted since, or created after the PSA was read) is read by its id.
 */
async function chooseTicket(
  row: RowWork,
  hits: readonly TicketSnapshot[],
  readAt: number | null,
  { session }: StageContext,
): Promise<void> {
  const ordered = [...hits].sort((a, b) => Number(isLate(b)) - Number(isLate(a)) || a.id - b.id);
  row.ticket = ordered[0] ?? null;
  if (row.known === null) {
    return;
  }
  const recorded = hits.find((ticket) => ticket.id === row.known?.psaTicketId);
  const changedSince = readAt !== null && Date.parse(row.known.updatedAt) >= readAt;
  if (recorded === undefined || changedSince) {
    const current = await session.getTicket(row.known.psaTicketId);
    if (current !== null && (row.ticket === null || row.ticket.id === current.id || isLate(current))) {
      row.ticket = current;
    }
  }
}

function isLate(ticket: TicketSnapshot): boolean {
  return ticket.statusId > 2 || ticket.tickettypeId > 1;
}

/** The contacts of early tickets, where the lead brings something that may change them. */
async function readContacts(
  rows: readonly RowWork[],
  { knowledge, session, batch }: StageContext,
): Promise<void> {
  const asked = rows.flatMap((row) => {
    const brings = row.lead.phone !== null || row.lead.linkedinUrl !== null || row.known !== null;
    const userId = row.ticket !== null && !isLate(row.ticket) && brings ? row.ticket.userId : null;
    return userId === null ? [] : [{ row, key: userIdKey(userId) }];
  });
  const found = await knowledge.users.find(
    session,
    asked.map(({ key }) => ({ key, term: key })),
    { notBefore: latestAcceptance(rows), upcoming: batch.upcoming },
  );
  for (const { row, key } of asked) {
    row.contact = found.get(key)?.[0] ?? null;
  }
}

/**
 * For new leads: is the person a contact already? Then the contact is used again, and a ticket of the contact that is past the Lead
 * stage means that the lead is preserved.
 */
export async function recogniseContacts(rows: readonly RowWork[], context: StageContext): Promise<void> {
  const { knowledge, session, batch } = context;
  const fresh = planned(rows, 'create');
  const wanted = fresh.flatMap(({ lead }) =>
    lead.email === null ? [] : [{ key: userEmailKey(lead.email), term: lead.email }],
  );
  const found = await knowledge.users.find(session, wanted, {
    notBefore: latestAcceptance(fresh),
    upcoming: batch.upcoming,
  });
  await pMap(
    fresh,
    async (row) => {
      const { email } = row.lead;
      const contact = email === null ? undefined : found.get(userEmailKey(email))?.[0];
      if (email === null || contact === undefined) {
        return;
      }
      row.contact = contact;
      row.place = { clientId: contact.clientId, siteId: contact.siteId, userId: contact.id };
      if (row.row.options.deduplication) {
        await preserveProspect(row, email, context);
      }
    },
    { concurrency: concurrentReads },
  );
}

async function preserveProspect(row: RowWork, email: string, { session }: StageContext): Promise<void> {
  try {
    const tickets = await session.searchTickets({ search: email });
    const late = tickets.find(
      (ticket) => isLate(ticket) && (ticket.userId === row.contact?.id || ticket.email === email),
    );
    if (late !== undefined) {
      row.ticket = late;
      row.plan = {
        kind: 'leave',
        result: 'preserved',
        reason: 'Existing record is past the early lead stage',
      };
    }
  } catch (error) {
    if (!(error instanceof PsaRefusedError)) {
      throw error;
    }
    row.fault = error;
  }
}

function latestAcceptance(rows: readonly RowWork[]): number {
  return rows.reduce((latest, { row }) => Math.max(latest, row.acceptedAt), 0);
}
