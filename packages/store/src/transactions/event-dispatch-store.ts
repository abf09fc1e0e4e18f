import { alertEvents } from '@leadbridge/contracts';
import type { EventDispatchStore } from '@leadbridge/usecases';
import type { ClientSession, Connection, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { newDelivery } from '../delivery/delivery-documents.js';
import { deliveryModel, type DeliveryDocument } from '../delivery/delivery-model.js';
import { transactDespiteCollisions } from '../duplicate-key.js';
import { activeSubscriptions } from '../subscription/active-subscriptions.js';
import { webhookModel } from '../subscription/webhook-model.js';
import { dispatchProgress, dispatchProgressId } from '../event/dispatch-progress.js';
import { eventModel, isWaiting } from '../event/event-model.js';
import { unawaited } from '../write-concern.js';

/** Another worker has dispatched one of the events meanwhile. */
class OvertakenError extends Error {}

/** A failed event is retried after 2 s, 4 s, and so on up to 64 s. */
const retryStepMs = 1_000;
const maxRetryDoublings = 6;

export function createEventDispatchStore(connection: Connection): EventDispatchStore {
  const events = collectionOf(eventModel(connection));
  const deliveries = collectionOf(deliveryModel(connection));
  const webhooks = webhookModel(connection);

  return {
    ...createDispatch(connection),

    async waiting(limit) {
      // Most events have no such time, and missing values sort first.
      const documents = await events
        .find({ ...isWaiting, $expr: { $lte: ['$retryAt', '$$NOW'] } })
        .sort({ at: 1, _id: 1 })
        .limit(limit)
        .project<{ _id: string; type: string }>({ type: 1 })
        .toArray();
      return documents.map(({ _id: eventId, type }) => ({ eventId, type }));
    },

    subscriptions: async () => activeSubscriptions(connection),

    async firstDue() {
      const found = await webhooks.aggregate<{ _id: string; dueAt: Date }>([
        {
          $lookup: {
            from: deliveries.collectionName,
            localField: '_id',
            foreignField: 'webhookId',
            pipeline: [
              { $match: { status: 'pending', eventType: { $nin: [...alertEvents] } } },
              { $sort: { nextAttemptAt: 1 } },
              { $limit: 1 },
            ],
            as: 'first',
          },
        },
        { $unwind: '$first' },
        { $project: { dueAt: '$first.nextAttemptAt' } },
      ]);
      return found.map(({ _id: webhookId, dueAt }) => ({ webhookId, dueAt: dueAt.toISOString() }));
    },
  };
}

function createDispatch(connection: Connection) {
  const events = collectionOf(eventModel(connection));
  const deliveries = collectionOf(deliveryModel(connection));
  const progress = dispatchProgress(connection);

  return {
    async dispatch(eventIds, newDeliveries, at) {
      const time = new Date(at);
      const documents = newDeliveries.map((delivery) => newDelivery(delivery, time));
      const mark = async (options: { session?: ClientSession } = {}): Promise<void> => {
        const marked = await events.updateMany(
          { ...isWaiting, _id: { $in: [...eventIds] } },
          { $set: { dispatchedAt: time }, $unset: { failures: 1, failingSince: 1, retryAt: 1 } },
          options,
        );
        if (marked.modifiedCount !== eventIds.length) {
          throw new OvertakenError();
        }
      };
      try {
        // Without deliveries nothing has to stay together, and the update of an indexed field costs several times as much
        // in a transaction.
        await (documents.length === 0
          ? mark()
          : transactDespiteCollisions(connection, async (session) => {
              await mark({ session });
              await storeMissing(deliveries, documents, session);
            }));
        return true;
      } catch (error) {
        if (error instanceof OvertakenError) {
          return false;
        }
        throw error;
      }
    },

    async setAside(eventId) {
      const doublings = { $min: ['$failures', maxRetryDoublings] };
      await events.updateOne({ _id: eventId }, [
        {
          $set: {
            failures: { $add: [{ $ifNull: ['$failures', 0] }, 1] },
            failingSince: { $ifNull: ['$failingSince', '$$NOW'] },
          },
        },
        {
          $set: { retryAt: { $add: ['$$NOW', { $multiply: [retryStepMs, { $pow: [2, doublings] }] }] } },
        },
      ]);
    },

    async noteProgress() {
      await progress.updateOne({ _id: dispatchProgressId }, [{ $set: { at: '$$NOW' } }], {
        upsert: true,
        ...unawaited,
      });
    },
  } satisfies Partial<EventDispatchStore>;
}

/** A replay may already have stored some of them, and the webhook may have received them. */
async function storeMissing(
  deliveries: mongo.Collection<DeliveryDocument>,
  documents: readonly DeliveryDocument[],
  session: ClientSession,
): Promise<void> {
  const known = await deliveries
    .find({ _id: { $in: documents.map(({ _id }) => _id) } }, { session, projection: { _id: 1 } })
    .toArray();
  const knownIds = new Set(known.map(({ _id }) => String(_id)));
  const missing = documents.filter(({ _id }) => !knownIds.has(_id));
  if (missing.length > 0) {
    await deliveries.insertMany(missing, { session, ordered: false });
  }
}
