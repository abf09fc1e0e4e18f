import { DO_NOT_CONTACT_FIELD, parseFlag, PSA_STATUS_IDS } from '@leadbridge/domain';

import type { Settings } from '../ports/settings.js';

/** A change of a ticket as the PSA reports it. */
export interface TicketNotification {
  readonly ticketId: number;
  /** By field name, each `{new_value}`; `customfields` is a list of `{id, new_value}`. As it arrived. */
  readonly changes: Readonly<Record<string, unknown>>;
}

const optedOut = 'do_not_contact';

/**
 * Why a change is an opt-out, or null when it is none (specification, "Do Not Contact sync-back"): CF_105 changed to true, or
 * status_id to the
 * one that stands for Do Not Contact.
 */
export function optOutReason(
  { changes }: TicketNotification,
  statusIds: Settings['statusIds'],
): string | null {
  const fields: readonly unknown[] = Array.isArray(changes['customfields']) ? changes['customfields'] : [];
  const isFlagged = fields.some(
    (field) =>
      numberIn(field, 'id') === DO_NOT_CONTACT_FIELD && parseFlag(valueIn(field, 'new_value')) === true,
  );
  if (isFlagged) {
    return 'Do Not Contact (CF_105) was set in the PSA';
  }
  const statusId = statusIds[optedOut] ?? PSA_STATUS_IDS[optedOut];
  return statusId !== undefined && numberIn(changes['status_id'], 'new_value') === statusId
    ? 'The ticket was moved to the status Do Not Contact in the PSA'
    : null;
}

function numberIn(holder: unknown, name: string): number | null {
  const value = valueIn(holder, name);
  return typeof value === 'number' || (typeof value === 'string' && /^\s*\d{1,15}\s*$/u.test(value))
    ? Number(value)
    : null;
}

function valueIn(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null
    ? (holder as Record<string, unknown>)[name]
    : undefined;
}
