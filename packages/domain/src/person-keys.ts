import { dedupeKey, ticketKey, type DedupeKeyKind } from './dedupe-key.js';
import type { Lead, TicketSnapshot } from './model.js';

const KINDS: readonly DedupeKeyKind[] = ['email', 'company-person', 'phone'];

/**
 * Every deduplication key that a lead's person could come under, the telling one first: who has opted out is recognised
 * in a later import that brings less, a name and a company without the email. Empty for a lead without any key.
 */
export function personKeys(lead: Lead): readonly string[] {
  const withoutEmail = { ...lead, email: null };
  const withoutNames = { ...withoutEmail, firstName: null, lastName: null };
  const keys = [lead, withoutEmail, withoutNames].flatMap((known) => dedupeKey(known)?.key ?? []);
  return [...new Set(keys)];
}

/** The same for the person of a ticket. */
export function ticketPersonKeys(ticket: TicketSnapshot): readonly string[] {
  return KINDS.flatMap((kind) => ticketKey(kind, ticket) ?? []);
}
