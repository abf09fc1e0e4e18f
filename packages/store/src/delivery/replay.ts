import { allEvents, subscribesTo, testEvent } from '@leadbridge/contracts';
import type { NewDelivery, ReplaySelection } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { areDuplicateKeys } from '../duplicate-key.js';
import { eventModel, type EventDocument } from '../event/event-model.js';
import { outboxModel, type OutboxDocument } from '../event/outbox-model.js';
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
  const waiting = await waitingInRange(connection, selection);
  return (await eventModel(connection).countDocuments(rangeFilter(webhookId, selection))) - waiting.size;
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
  const waiting = await waitingInRange(connection, selection);
  let count = 0;
  let batch: NewDelivery[] = [];
  const cursor = eventModel(connection)
    .find(rangeFilter(webhookId, selection))
    .sort({ at: 1 })
    .select({ type: 1 })
    .lean<Pick<EventDocument, '_id' | 'type'>>()
    .cursor({ batchSize: eventsPerBatch });
  for await (const event of cursor) {
    if (!waiting.has(event._id)) {
      batch.push({ webhookId, eventId: event._id, eventType: event.type });
    }
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

/** A test belongs to one webhook, and what is about a webhook is not sent to it. */
function rangeFilter(webhookId: string, { events, from, to }: RangeSelection) {
  return {
    'data.subject': { $ne: webhookId },
    at: { $gte: new Date(from), $lt: new Date(to) },
    type: events.includes(allEvents)
      ? { $ne: testEvent }
      : { $in: events.filter((type) => type !== testEvent) },
  };
}

/** The events of the range that have not been dispatched yet; they will be, even without a replay. */
async function waitingInRange(
  connection: Connection,
  { events, from, to }: RangeSelection,
): Promise<ReadonlySet<string>> {
  const waiting = new Set<string>();
  const cursor = outboxModel(connection)
    .find({ at: { $gte: new Date(from), $lt: new Date(to) } })
    .lean<OutboxDocument>()
    .cursor();
  for await (const group of cursor) {
    group.events
      .filter(({ type }) => type !== testEvent && subscribesTo(events, type))
      .forEach(({ eventId }) => waiting.add(eventId));
  }
  return waiting;
}
