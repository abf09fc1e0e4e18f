import { allEvents, testEvent } from '@leadbridge/contracts';
import type { NewDelivery, ReplaySelection } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { areDuplicateKeys } from '../duplicate-key.js';
import { eventModel, hasData, type EventDocument } from '../event/event-model.js';
import { deliveryId, newDelivery } from './delivery-documents.js';
import { deliveryModel } from './delivery-model.js';

const eventsPerBatch = 1_000;

/** A delivery that is requested again: due at `at`, with all earlier attempts. */
export function dueAgain(at: Date): Record<string, unknown> {
  return { $set: { status: 'pending', nextAttemptAt: at, finishedAt: null, roundAttempts: 0 } };
}

export async function countReplay(
  connection: Connection,
  webhookId: string,
  selection: ReplaySelection,
): Promise<number> {
  if (selection.kind === 'failed') {
    return await deliveryModel(connection).countDocuments(failedFilter(webhookId, selection.since));
  }
  return await eventModel(connection).countDocuments(rangeFilter(webhookId, selection));
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

type RangeSelection = Extract<ReplaySelection, { kind: 'range' }>;

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
