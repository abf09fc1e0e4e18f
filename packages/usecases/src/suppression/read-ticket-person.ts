import {
  distinctEmails,
  distinctKeys,
  factsOfTicket,
  gatingKeys,
  LEAD_SOURCE_FIELD,
  personKeys,
  readAddresses,
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
  suppressions: Pick<SuppressionStore, 'leadsOfTicket'>,
  defaultCountry: string,
): Promise<ReadOptOut> {
  const [record = null] = await suppressions.leadsOfTicket(ticket.id);
  const leadSource = readLeadSource(ticket);
  const shown = gatingKeys(personKeys(factsOfTicket(ticket, null, defaultCountry)));
  // A ticket without an address may belong to a contact with several.
  if (record !== null && ticket.lacksEmail !== true && isSamePerson(record, ticket, shown)) {
    return {
      person: withEmails(record.person, emailsOf(ticket)),
      keys: distinctKeys([...record.keys, ...shown]),
      leadSource,
    };
  }
  const user = await readUser(ticket, session);
  // An opt-out applies to each of the person's addresses.
  const [email = null, ...otherEmails] = emailsOf({
    email: ticket.email ?? user?.email ?? null,
    otherEmails: [...(ticket.otherEmails ?? []), ...(user?.otherEmails ?? [])],
  });
  const known = { ...ticket, email, otherEmails };
  const keys = gatingKeys(personKeys(factsOfTicket(known, user?.phonenumber ?? null, defaultCountry)));
  // A ticket that shows nobody is still that of its lead.
  return record !== null && (keys.length === 0 || isSamePerson(record, known, keys))
    ? {
        person: withEmails(record.person, emailsOf(known)),
        keys: distinctKeys([...record.keys, ...keys]),
        leadSource,
      }
    : { person: withEmails(personOf(known, user), otherEmails), keys, leadSource };
}

/** The addresses that a message can be sent to. */
function emailsOf({
  email,
  otherEmails = [],
}: Pick<TicketSnapshot, 'email' | 'otherEmails'>): readonly string[] {
  return distinctEmails(
    [...(email === null ? [] : [email]), ...otherEmails].flatMap((each) => readAddresses(each).addresses),
  );
}

function withEmails(person: OptOutPerson, emails: readonly string[]): OptOutPerson {
  const [email = null, ...otherEmails] = distinctEmails([...emailsOf(person), ...emails]);
  return { ...person, email, ...(otherEmails.length === 0 ? {} : { otherEmails }) };
}

/** The text of CF_101; empty if the ticket names no source. */
export function readLeadSource(ticket: TicketSnapshot): string {
  return String(ticket.customFields[LEAD_SOURCE_FIELD] ?? '').trim();
}

/**
 * People may have given the ticket another contact since the import. While it has that of its lead, they have at most
 * corrected it: names, client and addresses prove nothing. Of another one, an email address decides, if it has any.
 */
function isSamePerson(
  record: OptOutRecord,
  { userId }: TicketSnapshot,
  shown: readonly SuppressionKey[],
): boolean {
  if (userId !== null && userId === record.psaUserId) {
    return true;
  }
  const known = new Set(record.keys.map(suppressionKeyText));
  const emails = shown.filter(({ kind }) => kind === 'email');
  const comparable = emails.length === 0 ? shown : emails;
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
    email: ticket.email,
    firstName: user?.firstName ?? (first || null),
    lastName: user?.lastName ?? (rest.join(' ') || null),
    companyName: ticket.clientName ?? (summaryCompany?.trim() || null),
  };
}
