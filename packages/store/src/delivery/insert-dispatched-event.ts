import { currentTrace, newId } from '@leadbridge/platform';
import type { DomainEvent } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { eventModel, type EventDocument } from '../event/event-model.js';
import { newDelivery } from './delivery-documents.js';
import { deliveryModel } from './delivery-model.js';

/**
 * Writes an event whose receivers are known already, with its deliveries: nobody has to dispatch it. For events
 * that are about the deliveries themselves.
 *
 * @returns the event's id
 */
export async function insertDispatchedEvent(
  connection: Connection,
  { type, data }: DomainEvent,
  {
    webhookIds,
    at,
    session,
  }: { readonly webhookIds: readonly string[]; readonly at: Date; readonly session: ClientSession },
): Promise<string> {
  const eventId = newId('evt', at.getTime());
  const event: EventDocument = {
    ...{ _id: eventId, type, data, at, leadId: null, dispatchedAt: at },
    ...currentTrace(),
  };
  const deliveries = webhookIds.map((webhookId) => newDelivery({ webhookId, eventId, eventType: type }, at));
  await collectionOf(eventModel(connection)).insertOne(event, { session });
  if (deliveries.length > 0) {
    await collectionOf(deliveryModel(connection)).insertMany(deliveries, { session });
  }
  return eventId;
}
