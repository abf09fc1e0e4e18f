/** Everything that is told to webhooks (specification, "Events"), with what each means. */
export const eventMeanings = {
  'lead.created': 'A lead was imported',
  'lead.updated': 'An import changed a lead that existed',
  'lead.status_changed': 'An undo took a lead back, or an import brought it in again',
  'lead.do_not_contact': 'A person asked not to be contacted again',
  'lead.erased': 'A lead was erased, with everything that it had become',
  'prospect.converted': 'A lead became a prospect',
  'prospect.qualified': 'A prospect met all criteria',
  'opportunity.created': 'A prospect became an opportunity',
  'opportunity.won': 'A deal was closed',
  'opportunity.lost': 'A deal was lost',
  'sync.completed': 'A bulk import or an undo finished',
  'reconciliation.completed': 'The PSA was compared with the records',
  'webhook.test': 'A test was asked for',
} as const;

export type EventType = keyof typeof eventMeanings;

export const eventTypes = Object.keys(eventMeanings) as readonly EventType[];

/** Subscribes to every event, those of later versions included. */
export const allEvents = '*';

/** Sent to the one webhook that it was asked for, whatever that subscribes to. */
export const testEvent = 'webhook.test' satisfies EventType;

/** Tells who keeps copies that a record is to go there too. */
export const erasedEvent = 'lead.erased' satisfies EventType;

/** Whether a webhook that asked for `subscribed` is told of an event of this type. */
export function subscribesTo(subscribed: readonly string[], type: string): boolean {
  return subscribed.includes(allEvents) || subscribed.includes(type);
}
