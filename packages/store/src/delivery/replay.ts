import { allEvents, testEvent } from '@leadbridge/contracts';
import type { NewDelivery, ReplaySelection } from '@leadbridge/usecases';
import { mongo, type Connection } from 'mongoose';

import { eventModel, type EventDocument } from '../event/event-model.js';
import { deliveryId, newDelivery } from './delivery-documents.js';
import { deliveryModel } from './delivery-model.js';

const eventsPerBatch = 1_000;
const duplicateKey = 11_000;

/** A delivery that is asked for again: due at `at`, with all its tries before it. */
export function dueAgain(at: Date): Record<string, unknown> {
  return { $set: { status: 'pending', nextAttemptAt: at, finishedAt: null, roundAttempts: 0 } };
}

export async function countReplay(
  connection: Connection,
  webhookId: string,
  selection: ReplaySelection,
): Promise<number> {
  return selection.kind === 'failed'
    ? await deliveryModel(connection).countDocuments(failedFilter(webhookId, selection.since))
    : await eventModel(connection).countDocuments(rangeFilter(selection));
}

export async function replay(
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
    .find(rangeFilter(selection))
    .sort({ at: 1 })
    .select({ type: 1 })
    .lean<Pick<EventDocument, '_id' | 'type'>>()
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

/** What ended is due again; what the webhook was never told of is stored; what waits is left as it is. */
async function replayBatch(connection: Connection, batch: readonly NewDelivery[], at: Date): Promise<void> {
  if (batch.length === 0) {
    return;
  }
  const deliveries = deliveryModel(connection);
  const ids = batch.map(({ eventId, webhookId }) => deliveryId(eventId, webhookId));
  await deliveries.updateMany({ _id: { $in: ids }, status: { $ne: 'pending' } }, dueAgain(at));
  try {
    await deliveries.collection.insertMany(batch.map((delivery) => newDelivery(delivery, at)) as never[], {
      ordered: false,
    });
  } catch (error) {
    // Those that exist.
    if (!(error instanceof mongo.MongoBulkWriteError) || error.code !== duplicateKey) {
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

/** Events that were not handed to the webhooks yet will be, without a replay; a test belongs to one webhook. */
function rangeFilter({ events, from, to }: Extract<ReplaySelection, { kind: 'range' }>) {
  return {
    at: { $gte: new Date(from), $lt: new Date(to) },
    dispatched: true,
    type: events.includes(allEvents)
      ? { $ne: testEvent }
      : { $in: events.filter((type) => type !== testEvent) },
  };
}
