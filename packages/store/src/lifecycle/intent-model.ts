import { Schema, type Connection, type Model } from 'mongoose';

import { rowRetentionSeconds } from '../retention.js';

/** What a job is about to write to the PSA; see `LifecycleIntent`. */
export interface LifecycleIntentDocument {
  /** The job id. */
  _id: string;
  leadId: number;
  to: string[];
  at: Date;
}

const schema = new Schema<LifecycleIntentDocument>(
  {
    _id: { type: String, required: true },
    leadId: { type: Number, required: true },
    to: { type: [String], required: true },
    at: { type: Date, required: true },
  },
  { collection: 'lifecycle_intents', versionKey: false },
);
schema.index({ leadId: 1 });
schema.index({ at: 1 }, { expireAfterSeconds: rowRetentionSeconds });

export function lifecycleIntentModel(connection: Connection): Model<LifecycleIntentDocument> {
  return (
    connection.models['LifecycleIntent'] ??
    connection.model<LifecycleIntentDocument>('LifecycleIntent', schema)
  );
}
