import type { DeliveryStatus } from '@leadbridge/contracts';
import { Schema, type Connection, type Model } from 'mongoose';

import { eventRetentionSeconds } from '../retention.js';

export interface AttemptDocument {
  at: Date;
  statusCode: number | null;
  durationMilliseconds: number;
  error: string | null;
  response: string | null;
}

/** One event for one webhook, and what came of it. */
export interface DeliveryDocument {
  /** `dlv_…`, made from the event and the webhook: the pair can only be there once. */
  _id: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  /** Null once it is no longer pending. */
  nextAttemptAt: Date | null;
  attemptCount: number;
  /** Tries since the delivery was last asked for. */
  roundAttempts: number;
  error: string | null;
  attempts: AttemptDocument[];
  createdAt: Date;
  finishedAt: Date | null;
}

const schema = new Schema<DeliveryDocument>(
  {
    _id: { type: String, required: true },
    webhookId: { type: String, required: true },
    eventId: { type: String, required: true },
    eventType: { type: String, required: true },
    status: { type: String, required: true },
    nextAttemptAt: { type: Date, default: null },
    attemptCount: { type: Number, required: true },
    roundAttempts: { type: Number, required: true },
    error: { type: String, default: null },
    attempts: { type: Schema.Types.Mixed, required: true },
    createdAt: { type: Date, required: true },
    finishedAt: { type: Date, default: null },
  },
  { collection: 'webhook_deliveries', versionKey: false },
);
schema.index({ webhookId: 1, status: 1, nextAttemptAt: 1 }, { name: 'due' });
schema.index({ webhookId: 1, status: 1, finishedAt: 1 });
schema.index({ webhookId: 1, _id: -1 });
schema.index({ webhookId: 1, status: 1, _id: -1 });
schema.index({ webhookId: 1, eventType: 1, _id: -1 });
schema.index({ createdAt: 1 }, { expireAfterSeconds: eventRetentionSeconds });

export function deliveryModel(connection: Connection): Model<DeliveryDocument> {
  return connection.models['Delivery'] ?? connection.model<DeliveryDocument>('Delivery', schema);
}
