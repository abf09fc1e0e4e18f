import { alertEvents, type DeliveryStatus } from '@leadbridge/contracts';
import type { DeliveryAttempt, KeptRequest } from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, number, text } from '../fields.js';
import { eventRetentionSeconds } from '../retention.js';

export type AttemptDocument = Omit<DeliveryAttempt, 'at'> & { at: Date };

export const deliveryModel = defineModel({
  name: 'Delivery',
  collection: 'webhook_deliveries',
  fields: {
    /** `dlv_…`, derived from the event and the webhook, so that a pair exists only once. */
    _id: text(),
    webhookId: text(),
    eventId: text(),
    eventType: text(),
    status: text<DeliveryStatus>(),
    /** Null once it is no longer pending. */
    nextAttemptAt: date().orNull(),
    attemptCount: number(),
    /** Attempts since the delivery was last requested. */
    roundAttempts: number(),
    error: text().orNull(),
    /** Of the last attempt; it holds ids, and an erasure removes it nevertheless. Missing in deliveries of earlier releases. */
    request: mixed<KeptRequest>().orNull().optional().personal(),
    attempts: mixed<AttemptDocument[]>().personal(),
    createdAt: date(),
    finishedAt: date().orNull(),
  },
  indexes: [
    [{ webhookId: 1, status: 1, nextAttemptAt: 1 }, { name: 'due' }],
    [
      { nextAttemptAt: 1 },
      {
        name: 'alerts',
        partialFilterExpression: { status: 'pending', eventType: { $in: [...alertEvents] } },
      },
    ],
    [{ webhookId: 1, status: 1, finishedAt: 1 }],
    [{ webhookId: 1, _id: -1 }],
    [{ webhookId: 1, status: 1, _id: -1 }],
    [{ webhookId: 1, eventType: 1, _id: -1 }],
    [{ createdAt: 1 }, { expireAfterSeconds: eventRetentionSeconds }],
  ],
  erasure: 'searched',
});

export type DeliveryDocument = DocumentOf<typeof deliveryModel>;
