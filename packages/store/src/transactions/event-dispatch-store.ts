import type { EventDispatchStore, WaitingEvents } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { newDelivery } from '../delivery/delivery-documents.js';
import { deliveryModel } from '../delivery/delivery-model.js';
import { isDuplicateKey } from '../duplicate-key.js';
import { webhookModel, type WebhookDocument } from '../webhook/webhook-model.js';
import { outboxModel, type OutboxDocument } from '../event/outbox-model.js';

const turnId = 'dispatch-events';

/** Another worker has handed one of the groups on meanwhile. */
class OvertakenError extends Error {}

interface TurnDocument {
  _id: string;
  holder: string;
  until: Date;
}

export function createEventDispatchStore(connection: Connection): EventDispatchStore {
  const outbox = outboxModel(connection);
  const deliveries = deliveryModel(connection).collection;
  const webhooks = webhookModel(connection);
  const turns = connection.collection<TurnDocument>('turns');

  return {
    async waiting(limit) {
      const documents = await outbox.find().sort({ _id: 1 }).limit(limit).lean<OutboxDocument[]>();
      const groups: WaitingEvents[] = [];
      let count = 0;
      for (const { _id, events } of documents) {
        count += events.length;
        if (groups.length > 0 && count > limit) {
          break;
        }
        groups.push({ groupId: _id, events });
      }
      return groups;
    },

    async subscriptions() {
      const documents = await webhooks
        .find({ active: true })
        .select({ events: 1 })
        .lean<Pick<WebhookDocument, '_id' | 'events'>[]>();
      return documents.map(({ _id, events: wanted }) => ({ webhookId: _id, events: wanted }));
    },

    async dispatch(groupIds, newDeliveries, at) {
      const time = new Date(at);
      try {
        await connection.transaction(async (session) => {
          const taken = await outbox.deleteMany({ _id: { $in: [...groupIds] } }, { session });
          if (taken.deletedCount !== groupIds.length) {
            throw new OvertakenError();
          }
          if (newDeliveries.length > 0) {
            await deliveries.insertMany(
              newDeliveries.map((delivery) => newDelivery(delivery, time)) as never[],
              { session, ordered: false },
            );
          }
        });
        return true;
      } catch (error) {
        if (error instanceof OvertakenError) {
          return false;
        }
        throw error;
      }
    },

    async webhooksWithDueDeliveries(now) {
      const found = await webhooks.aggregate<{ _id: string }>([
        {
          $lookup: {
            from: deliveries.collectionName,
            localField: '_id',
            foreignField: 'webhookId',
            pipeline: [
              { $match: { status: 'pending', nextAttemptAt: { $lte: new Date(now) } } },
              { $limit: 1 },
              { $project: { _id: 1 } },
            ],
            as: 'due',
          },
        },
        { $match: { 'due.0': { $exists: true } } },
        { $project: { _id: 1 } },
      ]);
      return found.map(({ _id }) => _id);
    },

    /** The server's clock decides, as those of the workers may differ. */
    async takeTurn(holder, milliseconds) {
      const isFree = { $or: [{ $eq: ['$holder', { $literal: holder }] }, { $lt: ['$until', '$$NOW'] }] };
      try {
        const turn = await turns.findOneAndUpdate(
          { _id: turnId },
          [
            { $set: { isFree } },
            {
              $set: {
                holder: { $cond: ['$isFree', { $literal: holder }, '$holder'] },
                until: { $cond: ['$isFree', { $add: ['$$NOW', milliseconds] }, '$until'] },
              },
            },
            { $unset: 'isFree' },
          ],
          { upsert: true, returnDocument: 'after' },
        );
        return turn?.holder === holder;
      } catch (error) {
        // Two who were the first ever, at once.
        if (isDuplicateKey(error)) {
          return false;
        }
        throw error;
      }
    },

    async endTurn(holder) {
      await turns.deleteOne({ _id: turnId, holder });
    },
  };
}
