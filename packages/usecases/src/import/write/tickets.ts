import { newTicket, personName, type TicketSnapshot } from '@leadbridge/domain';

import type { NewPsaTicket, WriteResult } from '../../ports/psa.js';
import type { ContactOfTickets } from '../../psa/lead-tickets.js';
import type { StageContext } from '../batch.js';
import { ownKeyOf } from '../../psa/own-key.js';
import { findOwnTicket } from '../match/index.js';
import { planned, rowReference, type DecidedRow } from '../import-row-state.js';
import { writeOnce } from '../../work/write-once.js';
import { failRow } from './failures.js';
import { readBackFirstWrites } from './read-back.js';
import { listsOf } from './lists.js';
import { forgetRefusedPsaIds } from './refused-places.js';

interface NewLeadTicket {
  readonly row: DecidedRow;
  readonly ticket: NewPsaTicket;
}

/** Creates exactly one ticket for each new lead, even if responses are lost. */
export async function createTickets(rows: readonly DecidedRow[], context: StageContext): Promise<void> {
  const fresh = planned(rows, 'create').flatMap((row) => newLeadTicket(row, context));
  const sentAt = context.clock.now();
  const results = await writeTickets(fresh, context);
  fresh.forEach((created, index) => {
    const result = results[index] ?? { ok: false, uncertain: true, message: 'The PSA did not respond' };
    if (result.ok) {
      keepCreated(created, result, sentAt, context);
    } else {
      failRow(created.row, result);
    }
  });
  await readBackFirstWrites(
    fresh.map(({ row, ticket }) => ({ row, fields: ticket.customfields })),
    context,
  );
  await forgetRefusedPsaIds(rows, context);
}

/** The ticket of a row, if its lead has a client and a contact. */
function newLeadTicket(state: DecidedRow, context: StageContext): NewLeadTicket[] {
  const { clientId, siteId, userId } = state.psaIds;
  if (clientId === null || userId === null) {
    return [];
  }
  const ticket = {
    key: ownKeyOf(state.key.key),
    lists: context.session.listing === 'on_creation' ? listsOf(state, context) : [],
    client_id: clientId,
    ...(siteId === null ? {} : { site_id: siteId }),
    user_id: userId,
    ...newTicket(state.merged, state.row.source, {
      customFields: state.row.options.customFields,
      reference: rowReference(state.row.ref),
    }),
  };
  return [{ row: state, ticket }];
}

async function writeTickets(
  fresh: readonly NewLeadTicket[],
  context: StageContext,
): Promise<readonly WriteResult[]> {
  const { session, caches, clock } = context;
  const made = new Set<number>();
  return await writeOnce({
    session,
    items: fresh,
    create: async (items) => {
      const responses = await session.createTickets(items.map(({ ticket }) => ticket));
      responses.forEach((response) => response.ok && made.add(response.id));
      return responses;
    },
    find: async ({ row: state, ticket }) => {
      const hits = await caches.tickets.ofContacts(session, {
        key: state.key,
        contacts: [contactOf(state, ticket)],
        tickettypeId: ticket.tickettype_id,
        notBefore: clock.now(),
        justCreated: true,
      });
      const others = hits.filter(({ id }) => !made.has(id));
      const own = state.row.options.deduplication
        ? newest(others)
        : await findOwnTicket(state, others, context);
      if (own !== null) {
        made.add(own.id);
      }
      return own?.id ?? null;
    },
  });
}

/** Stores the created ticket in the row, in the cache for later reads, and for the mirror. */
function keepCreated(
  { row, ticket }: NewLeadTicket,
  result: Extract<WriteResult, { ok: true }>,
  sentAt: number,
  { caches, observed, settings }: StageContext,
): void {
  row.ticketId = result.id;
  row.warnings = [...row.warnings, ...(result.warnings ?? [])];
  const { merged, psaIds } = row;
  const created: TicketSnapshot = {
    id: result.id,
    tickettypeId: ticket.tickettype_id,
    statusId: ticket.status_id,
    summary: ticket.summary,
    clientId: psaIds.clientId,
    siteId: psaIds.siteId,
    userId: psaIds.userId,
    email: merged.email,
    userName: personName(merged),
    clientName: row.clientName ?? merged.company.name,
    lastUpdatedBy: settings().integrationUser.id,
    customFields: Object.fromEntries(ticket.customfields.map(({ id, value }) => [id, value])),
    ownKey: ticket.key,
    ...(result.stamp === undefined ? {} : { stamp: result.stamp }),
  };
  caches.tickets.add(created);
  observed.add('tickets', created, sentAt);
}

/** The contact of a new ticket, as the lead describes it. */
function contactOf(
  { merged, clientName }: DecidedRow,
  { client_id: clientId, user_id: id }: NewPsaTicket,
): ContactOfTickets {
  const { email, firstName, lastName, company } = merged;
  return { id, clientId, email, firstName, lastName, clientName: clientName ?? company.name };
}

function newest(tickets: readonly TicketSnapshot[]): TicketSnapshot | null {
  return [...tickets].sort((a, b) => b.id - a.id)[0] ?? null;
}
