import { erasedEvent, testEvent } from '@leadbridge/contracts';
import type { AttemptRecord, DeliveryAttempt, EventDelivery, NewErrorLogEntry } from '@leadbridge/usecases';
import type { ClientSession, Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { deliveryModel, type DeliveryDocument } from './delivery-model.js';
import { eventModel } from '../event/event-model.js';
import { unawaited } from '../write-concern.js';

const maxDeliveries = 20;

const maxAttempts = 20;

/** Stores the results of attempts; a final failure is also written to the error log. */
export async function recordAttempts(
  connection: Connection,
  records: readonly AttemptRecord[],
): Promise<void> {
  const deliveries = collectionOf(deliveryModel(connection));
  const operations = records.map(updateOf);
  const errorLogEntries = records.flatMap(errorLogEntriesOf);
  await addDeliveries(connection, records.flatMap(endOfLeadEvent));
  if (errorLogEntries.length === 0) {
    await deliveries.bulkWrite(operations, { ordered: false });
    return;
  }
  await connection.transaction(async (session: ClientSession) => {
    await deliveries.bulkWrite(operations, { ordered: false, session });
    await insertErrorLogEntries(connection, errorLogEntries, new Date(), session);
  });
}

/** A delivery that has more attempts by now, or has ended, does not match: an attempt is recorded once. */
function updateOf(record: AttemptRecord): mongo.AnyBulkWriteOperation<DeliveryDocument> {
  const { attempt, request, status, nextAttemptAt } = record;
  const at = new Date(attempt.at);
  return {
    updateOne: {
      filter: { _id: record.deliveryId, status: 'pending', attemptCount: record.attemptCountBefore },
      update: {
        $set: {
          status,
          error: attempt.error,
          request,
          nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt),
          finishedAt: status === 'pending' ? null : new Date(at.getTime() + attempt.durationMilliseconds),
        },
        $inc: { attemptCount: 1, roundAttempts: 1 },
        $push: {
          attempts: { $each: [{ ...storedAttempt(record), at }], $slice: -maxAttempts },
        },
      },
    },
  };
}

/** The history of a lead outlives its events and their deliveries. */
function endOfLeadEvent({
  status,
  leadId,
  eventId,
  webhookId,
  deliveryId,
  attempt,
  attemptCountBefore,
}: AttemptRecord): { readonly eventId: string; readonly delivery: EventDelivery }[] {
  return leadId === null || status === 'pending'
    ? []
    : [
        {
          eventId,
          delivery: { webhookId, deliveryId, status, at: attempt.at, attemptCount: attemptCountBefore + 1 },
        },
      ];
}

/** The response to an erasure may contain who was erased. */
function storedAttempt({ eventType, attempt }: AttemptRecord): DeliveryAttempt {
  return eventType === erasedEvent ? { ...attempt, response: null, responseHeaders: null } : attempt;
}

function errorLogEntriesOf(record: AttemptRecord): NewErrorLogEntry[] {
  const { status, eventType, deliveryId, webhookId, leadId, attempt } = record;
  if (status !== 'failed' || eventType === testEvent) {
    return [];
  }
  return [
    {
      level: 'error',
      message: `${eventType} could not be delivered to ${webhookId} (${deliveryId}): ${attempt.error ?? 'unknown'}`,
      source: 'webhooks',
      errorCode: 'WEBHOOK_DELIVERY_FAILED',
      ...(leadId === null ? {} : { leadId }),
    },
  ];
}

/** Written before the deliveries themselves, whose journaled write makes the timeline durable too. */
async function addDeliveries(
  connection: Connection,
  ended: readonly { readonly eventId: string; readonly delivery: EventDelivery }[],
): Promise<void> {
  if (ended.length === 0) {
    return;
  }
  await collectionOf(eventModel(connection)).bulkWrite(
    ended.map(({ eventId, delivery }) => ({
      updateOne: {
        filter: { _id: eventId, leadId: { $ne: null } },
        update: { $push: { deliveries: { $each: [delivery], $slice: -maxDeliveries } } },
      },
    })),
    { ordered: false, ...unawaited },
  );
}
