import { traceOf } from '@leadbridge/platform';
import type { AlertDelivery } from '@leadbridge/usecases';

import { hasData, type eventModel, type EventDocument } from '../event/event-model.js';
import type { DeliveryDocument } from './delivery-model.js';

type WantedFields = Pick<
  DeliveryDocument,
  '_id' | 'webhookId' | 'eventId' | 'eventType' | 'attemptCount' | 'roundAttempts'
>;

export const dueFields = {
  webhookId: 1,
  eventId: 1,
  eventType: 1,
  attemptCount: 1,
  roundAttempts: 1,
} as const;

export async function dueDeliveries(
  events: ReturnType<typeof eventModel>,
  documents: readonly WantedFields[],
): Promise<readonly AlertDelivery[]> {
  if (documents.length === 0) {
    return [];
  }
  const found = await events
    .find({ ...hasData, _id: { $in: documents.map(({ eventId }) => eventId) } })
    .lean<EventDocument[]>();
  const byId = new Map(found.map((event) => [event._id, event]));
  return documents.map((document) => dueDelivery(document, byId.get(document.eventId)));
}

function dueDelivery(
  { _id: deliveryId, ...document }: WantedFields,
  event: EventDocument | undefined,
): AlertDelivery {
  const { webhookId, eventId, eventType, attemptCount, roundAttempts } = document;
  return {
    ...{ deliveryId, webhookId, eventId, eventType, attemptCount, roundAttempts },
    occurredAt: event?.at.toISOString() ?? null,
    data: event?.data ?? {},
    ...traceOf(event ?? {}),
  };
}
