import type { Traced } from '@leadbridge/platform';
import { Schema, type Connection, type Model } from 'mongoose';

import { eventRetentionSeconds } from '../retention.js';

/** Something that happened and may be told to webhooks; written in the transaction that made it happen. */
export interface EventDocument extends Traced {
  /** `evt_…` */
  _id: string;
  type: string;
  data: Record<string, unknown>;
  at: Date;
}

const schema = new Schema<EventDocument>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    data: { type: Schema.Types.Mixed, required: true },
    at: { type: Date, required: true },
    traceparent: String,
  },
  { collection: 'events', versionKey: false, minimize: false },
);
schema.index({ at: 1, type: 1 });
schema.index({ at: 1 }, { name: 'retention', expireAfterSeconds: eventRetentionSeconds });

export function eventModel(connection: Connection): Model<EventDocument> {
  return connection.models['Event'] ?? connection.model<EventDocument>('Event', schema);
}
