import type { EventDelivery, ImportEntry, UndoEntry } from '@leadbridge/usecases';
import { Schema, type Connection, type Model } from 'mongoose';

/** An event that was told of a lead. Events and their deliveries expire; that they were sent does not. */
interface SentEvent {
  kind: 'event';
  eventType: string;
  /** Those that have ended, the last ones. */
  deliveries: EventDelivery[];
}

/** What the history of a lead keeps that has no record of its own. It has no retention limit, and is removed by an erasure of the person. */
export interface TimelineDocument {
  /** `tl_…`, or the event's id. */
  _id: string;
  leadId: number;
  at: Date;
  facts: ImportEntry | UndoEntry | SentEvent;
}

const schema = new Schema<TimelineDocument>(
  {
    _id: { type: String, required: true },
    leadId: { type: Number, required: true },
    at: { type: Date, required: true },
    facts: { type: Schema.Types.Mixed, required: true },
  },
  { collection: 'lead_timeline', versionKey: false, minimize: false },
);
schema.index({ leadId: 1, at: -1, _id: -1 });

export function timelineModel(connection: Connection): Model<TimelineDocument> {
  return connection.models['LeadTimeline'] ?? connection.model<TimelineDocument>('LeadTimeline', schema);
}
