import type { TicketChange } from '../state/psa-state.js';

interface ChangedValue {
  readonly old_value: unknown;
  readonly new_value: unknown;
}

/** What the PSA tells of a changed ticket (specification, "POST /webhooks/dnc-sync (inbound)"). */
export interface TicketNotification {
  readonly ticket_id: number;
  readonly event_type: 'ticket.updated';
  readonly changes: {
    readonly customfields?: readonly ({ readonly id: number } & ChangedValue)[];
    readonly [field: string]: unknown;
  };
  /** ISO 8601. */
  readonly timestamp: string;
}

export function notificationOf(change: TicketChange, nowMilliseconds: number): TicketNotification {
  const fields = Object.entries(change.fields).map(([name, value]) => [
    name,
    { old_value: value.old, new_value: value.new },
  ]);
  const customfields = [...change.customFields].map(([id, value]) => ({
    id,
    old_value: value.old,
    new_value: value.new,
  }));
  return {
    ticket_id: change.ticketId,
    event_type: 'ticket.updated',
    changes: {
      ...(Object.fromEntries(fields) as Record<string, ChangedValue>),
      ...(customfields.length > 0 ? { customfields } : {}),
    },
    timestamp: new Date(nowMilliseconds).toISOString(),
  };
}
