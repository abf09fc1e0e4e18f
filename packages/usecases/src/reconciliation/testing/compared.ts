import type { TicketSnapshot } from '@leadbridge/domain';

import type { RecordOfTicket } from '../../ports/reconciliation.js';

/** When the tickets were observed (Unix milliseconds); the records last changed one second before. */
export const observedAt = Date.parse('2026-01-02T03:00:00.000Z');

/** A new lead's ticket, of a person of its own. */
export const ticketOf = (id: number, changes: Partial<TicketSnapshot> = {}): TicketSnapshot => ({
  id,
  tickettypeId: 1,
  statusId: 1,
  summary: `Person ${id} - Example`,
  clientId: 1,
  siteId: 1,
  userId: id,
  email: `person.${id}@example.com`,
  userName: `Person ${id}`,
  clientName: 'Example',
  lastUpdatedBy: null,
  customFields: {},
  ...changes,
});

/** The record of that lead, which agrees with its ticket. */
export const recordOf = (psaTicketId: number, changes: Partial<RecordOfTicket> = {}): RecordOfTicket => ({
  leadId: psaTicketId + 1_000,
  psaTicketId,
  status: 'new_lead',
  prospectStatus: null,
  irregular: null,
  keys: [],
  changedAt: observedAt - 1_000,
  ...changes,
});
