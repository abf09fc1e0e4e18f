import { alertEvents, testEvent, allEvents } from '@leadbridge/contracts';
import { createGroupCommit, given } from '@leadbridge/platform';
import type {
  AttemptOutcome,
  AttemptRecord,
  DeliveryStore,
  NewDelivery,
  ReplaySelection,
} from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { eventModel, hasData, type EventDocument } from '../event/event-model.js';
import { listPage, presented } from '../read-page.js';
import { newDelivery, presentDelivery, deliveryId } from './delivery-documents.js';
import { deliveryModel, type DeliveryDocument } from './delivery-model.js';
import { dueDeliveries, dueFields } from './due-deliveries.js';
import { endWaiting } from './end-waiting.js';
import { insertDispatchedEvent } from './insert-dispatched-event.js';
import { recordAttempts } from './record-attempts.js';
import { collectionOf } from '../collection-of.js';
import { areDuplicateKeys } from '../duplicate-key.js';

const eventsPerBatch = 1_000;

type RangeSelection = Extract<ReplaySelection, { kind: 'range' }>;

export function createDeliveryStore(connection: Connection): DeliveryStore {
  const attempts = createGroupCommit<AttemptRecord>((records) => recordAttempts(connection, records));
  const deliveries = deliveryModel(connection);

  return {
    ...createDeliveryReader(connection),
    recordAttempt: (record) => attempts.submit(record),
    endWaiting: (webhookId, at) => endWaiting(connection, webhookId, at),

    async createTest(webhookId, data, at) {
      const time = new Date(at);
      const event = { type: testEvent, data };
      const eventId = await connection.transaction(async (session) =>
        insertDispatchedEvent(connection, event, { webhookIds: [webhookId], at: time, session }),
      );
      return presentDelivery(newDelivery({ webhookId, eventId, eventType: testEvent }, time));
    },

    async redeliver(webhookId, deliveryId, at) {
      const wanted = { _id: deliveryId, webhookId };
      const changed = deliveries
        .findOneAndUpdate(wanted, dueAgain(new Date(at)), { returnDocument: 'after' })
        .lean<DeliveryDocument>();
      return await presented(changed, presentDelivery);
    },

    async countReplay(webhookId, selection) {
      return selection.kind === 'failed'
        ? await deliveries.countDocuments(failedFilter(webhookId, selection.since))
        : await eventModel(connection).countDocuments(rangeFilter(webhookId, selection));
    },

    replay: (webhookId, selection, at) => replay(connection, webhookId, selection, new Date(at)),
  };
}

function createDeliveryReader(connection: Connection) {
  const deliveries = deliveryModel(connection);
  const events = eventModel(connection);

  return {
    async due(webhookId, now, { limit, testsOnly }) {
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
    },

    async list(webhookId, query) {
      const filter = { webhookId, ...given({ status: query.status, eventType: query.event }) };
      return await listPage(deliveries, query, { filter, order: { _id: -1 }, present: presentDelivery });
    },

    async find(webhookId, deliveryId) {
      const found = deliveries.findOne({ _id: deliveryId, webhookId }).lean<DeliveryDocument>();
      return await presented(found, presentDelivery);
    },

    async latestAttempts(webhookId, limit) {
      const documents = await deliveries
        .find({ webhookId })
        .sort({ _id: -1 })
        .limit(limit)
        .select({ 'attempts.error': 1, 'attempts.durationMilliseconds': 1 })
        .lean<{ readonly attempts: readonly AttemptOutcome[] }[]>();
      return documents.flatMap(({ attempts }) => attempts);
    },
  } satisfies Partial<DeliveryStore>;
}

/** A delivery that is requested again: due at `at`, with all earlier attempts. */
function dueAgain(at: Date): Record<string, unknown> {
  return { $set: { status: 'pending', nextAttemptAt: at, finishedAt: null, roundAttempts: 0 } };
}

async function replay(
  connection: Connection,
  webhookId: string,
  selection: ReplaySelection,
  at: Date,
): Promise<number> {
  if (selection.kind === 'failed') {
    const changed = await deliveryModel(connection).updateMany(
      failedFilter(webhookId, selection.since),
      dueAgain(at),
    );
    return changed.modifiedCount;
  }
  let count = 0;
  let batch: NewDelivery[] = [];
  const cursor = eventModel(connection)
    .find(rangeFilter(webhookId, selection))
    .sort({ at: 1 })
    .select({ type: 1 })
    .lean<Pick<EventDocument, '_id'> & { type: string }>()
    .cursor({ batchSize: eventsPerBatch });
  for await (const event of cursor) {
    batch.push({ webhookId, eventId: event._id, eventType: event.type });
    if (batch.length === eventsPerBatch) {
      await replayBatch(connection, batch, at);
      count += batch.length;
      batch = [];
    }
  }
  await replayBatch(connection, batch, at);
  return count + batch.length;
}

/** Ended deliveries become due again, missing ones are stored, and pending ones are not changed. */
async function replayBatch(connection: Connection, batch: readonly NewDelivery[], at: Date): Promise<void> {
  if (batch.length === 0) {
    return;
  }
  const deliveries = deliveryModel(connection);
  const ids = batch.map(({ eventId, webhookId }) => deliveryId(eventId, webhookId));
  await deliveries.updateMany({ _id: { $in: ids }, status: { $ne: 'pending' } }, dueAgain(at));
  try {
    await collectionOf(deliveries).insertMany(
      batch.map((delivery) => newDelivery(delivery, at)),
      {
        ordered: false,
      },
    );
  } catch (error) {
    // Those that exist are skipped.
    if (!areDuplicateKeys(error)) {
      throw error;
    }
  }
}

function failedFilter(webhookId: string, since: string) {
  return {
    webhookId,
    status: 'failed',
    finishedAt: { $gte: new Date(since) },
    eventType: { $ne: testEvent },
  } as const;
}

/**
 * Those that wait will be dispatched, even without a replay. A test belongs to one webhook, and what is about a
 * webhook is not sent to it.
 */
function rangeFilter(webhookId: string, { events, from, to }: RangeSelection) {
  return {
    ...hasData,
    dispatchedAt: { $ne: null },
    'data.subject': { $ne: webhookId },
    at: { $gte: new Date(from), $lt: new Date(to) },
    type: events.includes(allEvents)
      ? { $ne: testEvent }
      : { $in: events.filter((type) => type !== testEvent) },
  };
}
