import { testEvent } from '@leadbridge/contracts';
import { createGroupCommit, currentTrace, newId, traceOf } from '@leadbridge/platform';
import type {
  AttemptRecord,
  DeliveryStore,
  DueDelivery,
  DeliveryQuery,
  Page,
  DeliveryRecord,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { eventModel, type EventDocument } from '../event/event-model.js';
import { readPage } from '../read-page.js';
import { newDelivery, presentDelivery } from './delivery-documents.js';
import { deliveryModel, type DeliveryDocument } from './delivery-model.js';
import { endWaiting } from './end-waiting.js';
import { recordAttempts } from './record-attempts.js';
import { countReplay, dueAgain, replay } from './replay.js';

interface DeliveryModels {
  readonly connection: Connection;
  readonly deliveries: ReturnType<typeof deliveryModel>;
  readonly events: ReturnType<typeof eventModel>;
}

export function createDeliveryStore(connection: Connection): DeliveryStore {
  const models: DeliveryModels = {
    connection,
    deliveries: deliveryModel(connection),
    events: eventModel(connection),
  };
  const attempts = createGroupCommit<AttemptRecord>((records) => recordAttempts(connection, records));

  return {
    due: async (webhookId, now, options) => findDue(models, webhookId, now, options),
    recordAttempt: (record) => attempts.submit(record),
    endWaiting: (webhookId, at) => endWaiting(connection, webhookId, at),
    list: async (webhookId, query) => listDeliveries(models, webhookId, query),
    find: async (webhookId, deliveryId) => findDelivery(models, webhookId, deliveryId),
    createTest: async (webhookId, data, at) => createTest(models, webhookId, data, at),
    redeliver: async (webhookId, deliveryId, at) => redeliver(models, webhookId, deliveryId, at),
    countReplay: (webhookId, selection) => countReplay(connection, webhookId, selection),
    replay: (webhookId, selection, at) => replay(connection, webhookId, selection, new Date(at)),
  };
}

async function findDue(
  { deliveries, events }: DeliveryModels,
  webhookId: string,
  now: string,
  { limit, testsOnly }: { readonly limit: number; readonly testsOnly: boolean },
): Promise<readonly DueDelivery[]> {
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
  const found = await events
    .find({ _id: { $in: documents.map(({ eventId }) => eventId) } })
    .lean<EventDocument[]>();
  const byId = new Map(found.map((event) => [event._id, event]));
  return documents.map((document) => dueDelivery(document, byId.get(document.eventId)));
}

async function listDeliveries(
  { deliveries }: DeliveryModels,
  webhookId: string,
  query: DeliveryQuery,
): Promise<Page<DeliveryRecord>> {
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
}

async function findDelivery(
  { deliveries }: DeliveryModels,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRecord | null> {
  const document = await deliveries.findOne({ _id: deliveryId, webhookId }).lean<DeliveryDocument>();
  return document === null ? null : presentDelivery(document);
}

async function createTest(
  { connection, events, deliveries }: DeliveryModels,
  webhookId: string,
  data: Readonly<Record<string, unknown>>,
  at: string,
): Promise<DeliveryRecord> {
  const time = new Date(at);
  const eventId = newId('evt', time.getTime());
  const event: EventDocument = { _id: eventId, type: testEvent, data, at: time, ...currentTrace() };
  const delivery = newDelivery({ webhookId, eventId, eventType: testEvent }, time);
  await connection.transaction(async (session) => {
    await collectionOf(events).insertOne(event, { session });
    await collectionOf(deliveries).insertOne(delivery, { session });
  });
  return presentDelivery(delivery);
}

async function redeliver(
  { deliveries }: DeliveryModels,
  webhookId: string,
  deliveryId: string,
  at: string,
): Promise<DeliveryRecord | null> {
  const document = await deliveries
    .findOneAndUpdate({ _id: deliveryId, webhookId }, dueAgain(new Date(at)), {
      returnDocument: 'after',
    })
    .lean<DeliveryDocument>();
  return document === null ? null : presentDelivery(document);
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
