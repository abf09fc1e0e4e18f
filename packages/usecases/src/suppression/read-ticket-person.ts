import {
  distinctKeys,
  factsOfTicket,
  gatingKeys,
  LEAD_SOURCE_FIELD,
  personKeys,
  suppressionKeyText,
  type SuppressionKey,
  type TicketSnapshot,
} from '@leadbridge/domain';

import type { OptOutPerson, SuppressionStore, OptOutRecord, ReadOptOut } from '../ports/suppression.js';
import { PsaRefusedError } from '../ports/psa-errors.js';
import type { PsaSession, PsaUser } from '../ports/psa.js';

/**
 * The person of a ticket, and the source of the lead. The ticket takes precedence; our record, or otherwise
 * the ticket's contact, supplies what the ticket lacks.
 *
 * @throws PsaUnavailableError, PsaBudgetError when the contact cannot be read now
 */
export async function readTicketPerson(
  ticket: TicketSnapshot,
  session: Pick<PsaSession, 'getUser'>,
  suppressions: Pick<SuppressionStore, 'leadOfTicket'>,
  defaultCountry: string,
): Promise<ReadOptOut> {
  const record = await suppressions.leadOfTicket(ticket.id);
  const leadSource = readLeadSource(ticket);
  const shown = gatingKeys(personKeys([factsOfTicket(ticket, null, defaultCountry)]));
  if (record !== null && isSamePerson(record, ticket, shown)) {
    return { person: record.person, keys: distinctKeys([...record.keys, ...shown]), leadSource };
  }
  const user = await readUser(ticket, session);
  const known = { ...ticket, email: ticket.email ?? user?.email?.toLowerCase() ?? null };
  // An opt-out applies to each of the person's addresses.
  const variants = [known, ...(user?.otherEmails ?? []).map((email) => ({ ...known, email }))];
  const keys = gatingKeys(
    personKeys(variants.map((each) => factsOfTicket(each, user?.phonenumber ?? null, defaultCountry))),
  );
  return record !== null && isSamePerson(record, known, keys)
    ? { person: record.person, keys: distinctKeys([...record.keys, ...keys]), leadSource }
    : { person: personOf(known, user), keys, leadSource };
}

/** The text of CF_101; empty if the ticket names no source. */
export function readLeadSource(ticket: TicketSnapshot): string {
  return String(ticket.customFields[LEAD_SOURCE_FIELD] ?? '').trim();
}

/**
 * People may have changed the ticket's contact since the import. If the ticket shows an email address, it
 * decides.
 */
function isSamePerson(
  record: OptOutRecord,
  ticket: TicketSnapshot,
  shown: readonly SuppressionKey[],
): boolean {
  const known = new Set(record.keys.map(suppressionKeyText));
  const comparable = ticket.email === null ? shown : shown.filter(({ kind }) => kind === 'email');
  return comparable.some((key) => known.has(suppressionKeyText(key)));
}

/** If the PSA refuses to return the contact, the opt-out must not wait for it. */
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
