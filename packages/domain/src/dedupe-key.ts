import { cleanEmail } from './cleansing/email.js';
import { phoneDigits } from './cleansing/phone.js';
import { companyKey } from './company-key.js';
import { foldCase, letters } from './comparison-form.js';
import type { Lead, LeadCompany, TicketContact, TicketSnapshot } from './model.js';
import { personName } from './new-ticket.js';

/** Which rule of the specification's deduplication table gave the key. */
export type DedupeKeyKind = 'email' | 'company-person' | 'phone';

/** The fields of a lead that its keys are made of. */
export type KeyFields = Pick<Lead, 'email' | 'firstName' | 'lastName' | 'phone'> & {
  readonly company: Pick<LeadCompany, 'name'>;
};

/** What makes two leads the same person. */
export interface DedupeKey {
  readonly kind: DedupeKeyKind;
  readonly key: string;
  /** What the PSA is searched for; its search is loose, so that every hit is compared by `ticketKey`. */
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
 * The deduplication key of a lead: the first of email, company and person, phone that applies; null when none does
 * (specification, "Deduplication key").
 *
 * A person's name is present when it has at least one letter, in first or last name. Of names in ASCII exactly a-z
 * remain, as specified. Accents are folded (`Zoë` is `zoe`) and letters of other scripts are kept: "only a-z" would
 * leave nothing of them, and all people of a company would become one.
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
 * The key of a ticket by the same rule, to be compared with a lead's; null when the ticket does not tell.
 *
 * @param contactPhone the phone of the ticket's user; without it the summary counts where it is a phone number, as it
 *   is on a ticket that was created from nothing else
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

/**
 * The one key of a ticket: by the first rule that applies to it, as with a lead. Only where these are equal are the two the same person;
 * null when the ticket does not tell.
 */
export function ownTicketKey(ticket: TicketSnapshot, contactPhone?: string | null): string | null {
  return (
    ticketKey('email', ticket) ??
    ticketKey('company-person', ticket) ??
    ticketKey('phone', ticket, contactPhone)
  );
}

/** The key that the tickets of a contact have, as far as its email or its names give one. */
export function contactKey(contact: TicketContact): string | null {
  const address = contact.email === null ? null : cleanEmail(contact.email);
  return address === null ? companyPersonKey(contact.clientName, personName(contact)) : emailKey(address);
}

/** Every key that leads may have who are this contact: that of its tickets, and one for each of its further addresses. */
export function contactKeys(contact: TicketContact): readonly string[] {
  const key = contactKey(contact);
  return [...(key === null ? [] : [key]), ...(contact.otherEmails ?? []).map(emailKey)];
}

/** A ticket as its contact completes it: with the emails and the names that the ticket itself does not tell. */
export function withContact(
  { lacksEmail: _lacksEmail, ...ticket }: TicketSnapshot,
  contact: TicketContact,
): TicketSnapshot {
  return {
    ...ticket,
    email: ticket.email ?? contact.email,
    userName: ticket.userName ?? personName(contact),
    clientName: ticket.clientName ?? contact.clientName,
    ...(contact.otherEmails === undefined ? {} : { otherEmails: contact.otherEmails }),
  };
}

/** What a row is told that has the key of an earlier row in the same request. */
export function duplicateMessage(kind: DedupeKeyKind): string {
  return DUPLICATE_MESSAGES[kind];
}

export function emailKey(email: string): string {
  return `email:${email}`;
}

export function companyPersonKey(company: string | null, person: string | null): string | null {
  const companyPart = company === null ? '' : companyKey(company);
  const personPart = person === null ? '' : letters(foldCase(person));
  return companyPart === '' || personPart === '' ? null : `company-person:${companyPart}-${personPart}`;
}

export function phoneKey(phone: string): string | null {
  const digits = phoneDigits(phone);
  return digits === '' ? null : `phone:${digits}`;
}

/** Takes `<first> <last> - <company>` apart (specification, "Provider field mapping"). */
export function namesInSummary(summary: string): { person: string | null; company: string | null } {
  const separator = summary.indexOf(' - ');
  if (separator < 0) return { person: null, company: null };
  return { person: summary.slice(0, separator), company: summary.slice(separator + 3) };
}
