import type { EventDelivery, ImportEntry, UndoEntry } from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, number, text } from '../fields.js';

/** An event about a lead. Events and their deliveries expire; the fact that they were sent does not. */
interface SentEvent {
  kind: 'event';
  eventType: string;
  /** The latest ones that have ended. */
  deliveries: EventDelivery[];
}

/**
 * Entries of a lead's history that have no record of their own. They do not expire, and are removed by an
 * erasure of the person.
 */
export const timelineModel = defineModel({
  name: 'LeadTimeline',
  collection: 'lead_timeline',
  fields: {
    /** `tl_…`, or the event's id. */
    _id: text(),
    leadId: number(),
    at: date(),
    facts: mixed<ImportEntry | UndoEntry | SentEvent>(),
  },
  indexes: [[{ leadId: 1, at: -1, _id: -1 }]],
  minimize: false,
});

export type TimelineDocument = DocumentOf<typeof timelineModel>;
