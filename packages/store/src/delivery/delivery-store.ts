import { alertEvents, testEvent } from '@leadbridge/contracts';
import { createGroupCommit } from '@leadbridge/platform';
import type {
  AttemptOutcome,
  AttemptRecord,
  DeliveryStore,
  DueDelivery,
  DeliveryQuery,
  Page,
  DeliveryRecord,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { eventModel } from '../event/event-model.js';
import { readPage } from '../read-page.js';
import { newDelivery, presentDelivery } from './delivery-documents.js';
import { deliveryModel, type DeliveryDocument } from './delivery-model.js';
import { dueDeliveries, dueFields } from './due-deliveries.js';
import { endWaiting } from './end-waiting.js';
import { insertDispatchedEvent } from './insert-dispatched-event.js';
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
    latestAttempts: async (webhookId, limit) => latestAttempts(models, webhookId, limit),
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
      eventType: testsOnly ? testEvent : { $nin: [...alertEvents] },
    })
    .hint('due')
    .sort({ nextAttemptAt: 1 })
    .limit(limit)
    .select(dueFields)
    .lean<DeliveryDocument[]>();
  return await dueDeliveries(events, documents);
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

async function latestAttempts(
  { deliveries }: DeliveryModels,
  webhookId: string,
  limit: number,
): Promise<readonly AttemptOutcome[]> {
  const documents = await deliveries
    .find({ webhookId })
    .sort({ _id: -1 })
    .limit(limit)
    .select({ 'attempts.error': 1, 'attempts.durationMilliseconds': 1 })
    .lean<{ readonly attempts: readonly AttemptOutcome[] }[]>();
  return documents.flatMap(({ attempts }) => attempts);
}

async function createTest(
  { connection }: DeliveryModels,
  webhookId: string,
  data: Readonly<Record<string, unknown>>,
  at: string,
): Promise<DeliveryRecord> {
  const time = new Date(at);
  const event = { type: testEvent, data };
  const eventId = await connection.transaction(async (session) =>
    insertDispatchedEvent(connection, event, { webhookIds: [webhookId], at: time, session }),
  );
  return presentDelivery(newDelivery({ webhookId, eventId, eventType: testEvent }, time));
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
