import { cleanEmail, emailForm } from './cleansing/email.js';
import { phoneDigits } from './cleansing/phone.js';
import { isPlaceholder } from './cleansing/placeholder.js';
import { bareName } from './cleansing/full-name.js';
import { companyKey, formerCompanyKey } from './company-key.js';
import { foldCase, formerFoldCase, letters } from './comparison-form.js';
import type { Lead, LeadCompany, TicketContact, TicketSnapshot } from './model.js';
import { personName } from './new-ticket.js';
import { remembering } from './remembering.js';

/** Which rule of the specification's deduplication table produced the key. */
export type DedupeKeyKind = 'email' | 'company-person' | 'phone';

export type KeyFields = Pick<
  Lead,
  'email' | 'otherEmails' | 'firstName' | 'lastName' | 'phone' | 'otherPhones'
> & {
  readonly company: Pick<LeadCompany, 'name'>;
};

/** Identifies a person: leads with the same key are the same person. */
export interface DedupeKey {
  readonly kind: DedupeKeyKind;
  readonly key: string;
  /** The PSA is searched for it. The search is loose, so every hit is compared by `ticketKey`. */
  readonly searchTerm: string;
}

/** Why a lead without a key is rejected (specification, "Deduplication key", order 4). */
export const INSUFFICIENT_DATA = 'Insufficient data for deduplication';

const DUPLICATE_MESSAGES: Readonly<Record<DedupeKeyKind, string>> = {
  email: 'Duplicate email address',
  'company-person': 'Duplicate company and person name',
  phone: 'Duplicate phone number',
};

/**
 * The deduplication key of a lead: the first of email, company and person, phone that applies; null if none
 * does (specification, "Deduplication key").
 *
 * A person's name is present if first or last name has at least one letter. Of ASCII names exactly a-z
 * remain, as specified. Accents are folded (`Zoë` is `zoe`) and letters of other scripts are kept: "only a-z"
 * would remove them all, and all people of a company would become one person.
 */
export function dedupeKey(lead: KeyFields): DedupeKey | null {
  if (lead.email !== null) return { kind: 'email', key: emailKey(lead.email), searchTerm: lead.email };

  const person = [lead.firstName, lead.lastName].filter((part) => part !== null).join(' ');
  const companyPerson = companyPersonKey(lead.company.name, person);
  if (companyPerson !== null) return { kind: 'company-person', key: companyPerson, searchTerm: person };

  const phone = lead.phone === null ? null : phoneKey(lead.phone);
  return phone === null || lead.phone === null ? null : { kind: 'phone', key: phone, searchTerm: lead.phone };
}

/**
 * The key of a ticket by the same rule, for comparison with a lead's; null if the ticket has too little data.
 *
 * @param contactPhone the phone of the ticket's user; without it the summary is used if it is a phone number,
 * as on a ticket that was created with only a phone
 */
export function ticketKey(
  kind: DedupeKeyKind,
  ticket: TicketSnapshot,
  contactPhone?: string | null,
): string | null {
  switch (kind) {
    case 'email': {
      const email = ticket.email === null ? null : cleanEmail(ticket.email);
      return email === null ? null : emailKey(email);
    }
    case 'company-person': {
      const { person, company } = namesInSummary(ticket.summary);
      return companyPersonKey(ticket.clientName ?? company, ticket.userName ?? person);
    }
    case 'phone':
      if (typeof contactPhone === 'string') return phoneKey(contactPhone);
      return /^\+\d+$/u.test(ticket.summary.trim()) ? phoneKey(ticket.summary) : null;
  }
}

/** The key of a ticket by the first rule that applies, as for a lead; null if it has too little data. */
export function ownTicketKey(ticket: TicketSnapshot, contactPhone?: string | null): string | null {
  return (
    ticketKey('email', ticket) ??
    ticketKey('company-person', ticket) ??
    ticketKey('phone', ticket, contactPhone)
  );
}

/** The key that the tickets of a contact have, from its email or its names; null if it has neither. */
export function contactKey(contact: TicketContact): string | null {
  const address = contact.email === null ? null : cleanEmail(contact.email);
  return address === null ? companyPersonKey(contact.clientName, personName(contact)) : emailKey(address);
}

/** Every key that a lead of this contact may have: that of its tickets, and one for each further address. */
export function contactKeys(contact: TicketContact): readonly string[] {
  const key = contactKey(contact);
  return [...(key === null ? [] : [key]), ...(contact.otherEmails ?? []).map(emailKey)];
}

/** Every key that a lead of this ticket may have: its own, that in its summary, and one for each further address. */
export function ticketKeys(ticket: TicketSnapshot): readonly string[] {
  const keys = [ownTicketKey(ticket), keyInSummary(ticket)].filter((key) => key !== null);
  return [...new Set([...keys, ...(ticket.otherEmails ?? []).map(emailKey)])];
}

/** By its summary, which keeps the company as its lead was sent: the client may have another name. */
function keyInSummary(ticket: TicketSnapshot): string | null {
  const { person, company } = namesInSummary(ticket.summary);
  return ticketKey('email', ticket) === null ? companyPersonKey(company, person) : null;
}

/** A ticket with the emails and names of its contact filled in where the ticket lacks them. */
export function withContact(
  { lacksEmail: _lacksEmail, ...ticket }: TicketSnapshot,
  contact: TicketContact,
): TicketSnapshot {
  const otherEmails = distinctEmails([...(ticket.otherEmails ?? []), ...(contact.otherEmails ?? [])]);
  return {
    ...ticket,
    email: ticket.email ?? contact.email,
    userName: ticket.userName ?? personName(contact),
    clientName: ticket.clientName ?? contact.clientName,
    ...(otherEmails.length === 0 ? {} : { otherEmails }),
  };
}

/** The contact of a ticket that cannot show its email, and so does not identify its person by itself. */
export function silentContact({
  lacksEmail,
  userId,
}: Pick<TicketSnapshot, 'lacksEmail' | 'userId'>): number | null {
  return lacksEmail === true ? userId : null;
}

/** The ticket, with the data of its contact if it is a silent one. */
export function completedTicket(
  ticket: TicketSnapshot,
  contacts: ReadonlyMap<number, TicketContact>,
): TicketSnapshot {
  const userId = silentContact(ticket);
  const contact = userId === null ? undefined : contacts.get(userId);
  return contact === undefined ? ticket : withContact(ticket, contact);
}

/** The message for a row with the same key as an earlier row of the request. */
export function duplicateMessage(kind: DedupeKeyKind): string {
  return DUPLICATE_MESSAGES[kind];
}

export function emailKey(email: string): string {
  return `email:${emailForm(email)}`;
}

/** Whether two clean addresses are the same person's. */
export function isSameEmail(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && emailKey(one) === emailKey(other);
}

/** Clean addresses without repetitions, in their order. */
export function distinctEmails(emails: readonly string[]): readonly string[] {
  return emails.filter((email, index) => emails.findIndex((each) => isSameEmail(each, email)) === index);
}

export function companyPersonKey(company: string | null, person: string | null): string | null {
  return company === null || person === null || isPlaceholder(company)
    ? null
    : joinedKey(companyKey(company), nameKey(person));
}

/** As earlier releases wrote it: titles and credentials were names, and letters with a stroke their own. */
export function formerCompanyPersonKey(company: string, person: string): string | null {
  return isPlaceholder(company) ? null : joinedKey(formerCompanyKey(company), formerNameKey(person));
}

function joinedKey(company: string, person: string): string | null {
  return company === '' || person === '' ? null : `company-person:${company}-${person}`;
}

/** The letters of a name, without titles and credentials; empty for a word that stands for a missing one. */
export const nameKey = remembering((name) => (isPlaceholder(name) ? '' : letters(foldCase(bareName(name)))));

/** See `formerCompanyPersonKey`. */
export function formerNameKey(name: string): string {
  return isPlaceholder(name) ? '' : letters(formerFoldCase(name));
}

export function phoneKey(phone: string): string | null {
  const digits = phoneDigits(phone);
  return digits === '' ? null : `phone:${digits}`;
}

/** Splits `<first> <last> - <company>` (specification, "Provider field mapping"). */
export function namesInSummary(summary: string): { person: string | null; company: string | null } {
  const separator = summary.indexOf(' - ');
  if (separator < 0) return { person: null, company: null };
  return { person: summary.slice(0, separator), company: summary.slice(separator + 3) };
}
