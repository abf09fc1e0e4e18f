import { LEAD_SOURCE_FIELD, ticketKey, ticketPersonKeys, type TicketSnapshot } from '@leadbridge/domain';

import type { OptOutPerson, OptOutPort, OptOutRecord, ReadOptOut } from '../ports/opt-out.js';
import { PsaRefusedError } from '../ports/psa-errors.js';
import type { PsaSession, PsaUser } from '../ports/psa.js';

/**
 * Who a ticket is about, and who sent the lead. The ticket decides; our record, or else the ticket's contact, says what the ticket
 * leaves out.
 *
 * @throws PsaUnavailableError, PsaBudgetError when the contact cannot be read now
 */
export async function readTicketPerson(
  ticket: TicketSnapshot,
  session: Pick<PsaSession, 'getUser'>,
  ledger: Pick<OptOutPort, 'leadOfTicket'>,
): Promise<ReadOptOut> {
  const record = await ledger.leadOfTicket(ticket.id);
  const leadSource = readLeadSource(ticket);
  if (record !== null && isSamePerson(record, ticket)) {
    return { person: record.person, keys: merged(ticketPersonKeys(ticket), record.keys), leadSource };
  }
  const user = await readUser(ticket, session);
  const known = { ...ticket, email: ticket.email ?? user?.email?.toLowerCase() ?? null };
  const phone = ticketKey('phone', known, user?.phonenumber ?? null);
  return {
    person: personOf(known, user),
    keys: merged(ticketPersonKeys(known), phone === null ? [] : [phone]),
    leadSource,
  };
}

/** The text of CF_101; empty where the ticket names no source. */
export function readLeadSource(ticket: TicketSnapshot): string {
  return String(ticket.customFields[LEAD_SOURCE_FIELD] ?? '').trim();
}

/** People may have put another contact onto the ticket since the import. */
function isSamePerson(record: OptOutRecord, ticket: TicketSnapshot): boolean {
  return ticket.email !== null && ticket.email.toLowerCase() === record.person.email;
}

/** A contact that the PSA will not show tells nothing; the opt-out must not wait for it. */
async function readUser(
  { userId }: TicketSnapshot,
  session: Pick<PsaSession, 'getUser'>,
): Promise<PsaUser | null> {
  try {
    return userId === null ? null : await session.getUser(userId);
  } catch (error) {
    if (error instanceof PsaRefusedError) {
      return null;
    }
    throw error;
  }
}

function personOf(ticket: TicketSnapshot, user: PsaUser | null): OptOutPerson {
  const [summaryName = '', summaryCompany] = ticket.summary.split(' - ', 2);
  const [first, ...rest] = (ticket.userName ?? (summaryCompany === undefined ? '' : summaryName))
    .trim()
    .split(/\s+/u);
  return {
    email: ticket.email?.toLowerCase() ?? null,
    firstName: user?.firstName ?? (first || null),
    lastName: user?.lastName ?? (rest.join(' ') || null),
    companyName: ticket.clientName ?? (summaryCompany?.trim() || null),
  };
}

function merged(...keys: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(keys.flat())];
}
