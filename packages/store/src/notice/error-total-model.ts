import { Schema, type Connection, type Model } from 'mongoose';

import { bucketWidths } from '../totals/partition-period.js';
import { retentionSeconds } from './notice-model.js';

/** The entries of one level in one bucket of time, added up. */
export interface ErrorTotalDocument {
  /** Width of the bucket in milliseconds. */
  grain: number;
  start: Date;
  level: string;
  count: number;
}

const schema = new Schema<ErrorTotalDocument>(
  {
    grain: { type: Number, required: true },
    start: { type: Date, required: true },
    level: { type: String, required: true },
    count: { type: Number, required: true },
  },
  { collection: 'error_totals', versionKey: false },
);
schema.index({ grain: 1, start: 1, level: 1 }, { unique: true });
// The last entry of a bucket lives for longer than its beginning.
schema.index(
  { start: 1 },
  { name: 'retention', expireAfterSeconds: retentionSeconds + Math.max(...bucketWidths) / 1_000 },
);

export function errorTotalModel(connection: Connection): Model<ErrorTotalDocument> {
  return connection.models['ErrorTotal'] ?? connection.model<ErrorTotalDocument>('ErrorTotal', schema);
}
