/** Every event that is sent to webhooks (specification, "Events"), with its meaning. */
export const eventMeanings = {
  'lead.created': 'A lead was imported',
  'lead.updated': 'An import changed an existing lead',
  'lead.status_changed': 'An undo reverted the import of a lead, or the lead was imported again',
  'lead.do_not_contact': 'A person asked not to be contacted again',
  'lead.erased': 'A lead was erased, with its prospect and opportunity',
  'prospect.converted': 'A lead became a prospect',
  'prospect.qualified': 'A prospect met all criteria',
  'opportunity.created': 'A prospect became an opportunity',
  'opportunity.won': 'A deal was closed',
  'opportunity.lost': 'A deal was lost',
  'sync.completed': 'A bulk import or an undo finished',
  'reconciliation.completed': 'The PSA was compared with the records',
  'alert.raised': 'The service needs a person: something fails, waits or differs',
  'alert.resolved': 'What an alert was about has ended',
  'webhook.test': 'A test was requested',
} as const;

export type EventType = keyof typeof eventMeanings;

export const eventTypes = Object.keys(eventMeanings) as readonly EventType[];

/** Subscribes to every event, including those of later versions. */
export const allEvents = '*';

/** Sent only to the webhook that it was requested for, whatever it subscribes to. */
export const testEvent = 'webhook.test' satisfies EventType;

/** What the service says about itself; see `AlertData`. */
export const alertEvents = ['alert.raised', 'alert.resolved'] as const satisfies readonly EventType[];
export type AlertEvent = (typeof alertEvents)[number];

/** Notifies systems with copies of a record that it must be removed there too. */
export const erasedEvent = 'lead.erased' satisfies EventType;

/** Whether a webhook with these subscriptions receives an event of this type. */
export function subscribesTo(subscribed: readonly string[], type: string): boolean {
  return subscribed.includes(allEvents) || subscribed.includes(type);
}
