import { testEvent } from '@leadbridge/contracts';
import { createGroupCommit, currentTrace, newId, traceOf } from '@leadbridge/platform';
import type { AttemptRecord, DeliveryStore, DueDelivery } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { eventModel, type EventDocument } from '../event/event-model.js';
import { readPage } from '../read-page.js';
import { newDelivery, presentDelivery } from './delivery-documents.js';
import { deliveryModel, type DeliveryDocument } from './delivery-model.js';
import { endWaiting } from './end-waiting.js';
import { recordAttempts } from './record-attempts.js';
import { countReplay, dueAgain, replay } from './replay.js';

export function createDeliveryStore(connection: Connection): DeliveryStore {
  const deliveries = deliveryModel(connection);
  const events = eventModel(connection);
  const attempts = createGroupCommit<AttemptRecord>((records) => recordAttempts(connection, records));

  return {
    async due(webhookId, now, { limit, testsOnly }) {
      const documents = await deliveries
        .find({
          webhookId,
          status: 'pending',
          nextAttemptAt: { $lte: new Date(now) },
          ...(testsOnly ? { eventType: testEvent } : {}),
        })
        .hint('due')
        .sort({ nextAttemptAt: 1 })
        .limit(limit)
        .select({ eventId: 1, eventType: 1, attemptCount: 1, roundAttempts: 1 })
        .lean<DeliveryDocument[]>();
      const told = await events
        .find({ _id: { $in: documents.map(({ eventId }) => eventId) } })
        .lean<EventDocument[]>();
      const byId = new Map(told.map((event) => [event._id, event]));
      return documents.map((document) => dueDelivery(document, byId.get(document.eventId)));
    },

    recordAttempt: (record) => attempts.submit(record),

    endWaiting: (webhookId, at) => endWaiting(connection, webhookId, at),

    async list(webhookId, query) {
      const { status, event } = query;
      const filter = {
        webhookId,
        ...(status === undefined ? {} : { status }),
        ...(event === undefined ? {} : { eventType: event }),
      };
      const [{ documents, next }, total] = await Promise.all([
        readPage<DeliveryDocument>(deliveries.find(filter), { _id: -1 }, query),
        deliveries.countDocuments(filter),
      ]);
      return { items: documents.map(presentDelivery), total, next };
    },

    async find(webhookId, deliveryId) {
      const document = await deliveries.findOne({ _id: deliveryId, webhookId }).lean<DeliveryDocument>();
      return document === null ? null : presentDelivery(document);
    },

    async createTest(webhookId, data, at) {
      const time = new Date(at);
      const eventId = newId('evt', time.getTime());
      const event: EventDocument = { _id: eventId, type: testEvent, data, at: time, ...currentTrace() };
      const delivery = newDelivery({ webhookId, eventId, eventType: testEvent }, time);
      await connection.transaction(async (session) => {
        await collectionOf(events).insertOne(event, { session });
        await collectionOf(deliveries).insertOne(delivery, { session });
      });
      return presentDelivery(delivery);
    },

    async redeliver(webhookId, deliveryId, at) {
      const document = await deliveries
        .findOneAndUpdate({ _id: deliveryId, webhookId }, dueAgain(new Date(at)), {
          returnDocument: 'after',
        })
        .lean<DeliveryDocument>();
      return document === null ? null : presentDelivery(document);
    },

    countReplay: (webhookId, selection) => countReplay(connection, webhookId, selection),

    replay: (webhookId, selection, at) => replay(connection, webhookId, selection, new Date(at)),
  };
}

function dueDelivery(document: DeliveryDocument, event: EventDocument | undefined): DueDelivery {
  return {
    deliveryId: document._id,
    eventId: document.eventId,
    eventType: document.eventType,
    occurredAt: event?.at.toISOString() ?? null,
    data: event?.data ?? {},
    attemptCount: document.attemptCount,
    roundAttempts: document.roundAttempts,
    ...traceOf(event ?? {}),
  };
}
