import { createHash } from 'node:crypto';

import type { DeliveryRecord, NewDelivery } from '@leadbridge/usecases';

import { isoTimes } from '../times-of.js';
import type { DeliveryDocument } from './delivery-model.js';

/** The position of the event's time after `evt_`; it makes deliveries sort by age too. */
const timePart = [4, 13] as const;

/** The same id in every process, so a pair cannot be delivered twice even if two store it at once. */
export function deliveryId(eventId: string, webhookId: string): string {
  const digest = createHash('sha256').update(`${eventId} ${webhookId}`).digest('hex').slice(0, 16);
  return `dlv_${eventId.slice(...timePart)}${digest}`;
}

export function newDelivery({ webhookId, eventId, eventType }: NewDelivery, at: Date): DeliveryDocument {
  return {
    _id: deliveryId(eventId, webhookId),
    webhookId,
    eventId,
    eventType,
    status: 'pending',
    nextAttemptAt: at,
    attemptCount: 0,
    roundAttempts: 0,
    error: null,
    request: null,
    attempts: [],
    createdAt: at,
    finishedAt: null,
  };
}

export function presentDelivery({
  _id: deliveryId,
  roundAttempts: _roundAttempts,
  ...document
}: DeliveryDocument): DeliveryRecord {
  return {
    deliveryId,
    ...isoTimes(document),
    request: document.request ?? null,
    attempts: document.attempts.map(isoTimes),
  };
}
