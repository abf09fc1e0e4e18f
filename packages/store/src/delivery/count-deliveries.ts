import type { DeliveryStatus } from '@leadbridge/contracts';
import type { Connection } from 'mongoose';

import { distinctValues } from '../distinct-values.js';
import { deliveryModel, type DeliveryDocument } from './delivery-model.js';

/** Deliveries of all webhooks by status, from the index of due deliveries, which begins with the webhook. */
export function createDeliveryCounts(
  connection: Connection,
): (statuses: readonly DeliveryStatus[]) => Promise<ReadonlyMap<DeliveryStatus, number>> {
  const deliveries = deliveryModel(connection);
  return async (statuses) => {
    const webhookIds = await distinctValues<string>(deliveries, 'webhookId');
    const counted = statuses.map(async (status): Promise<[DeliveryStatus, number]> => [
      status,
      await deliveries.countDocuments({ webhookId: { $in: webhookIds }, status }),
    ]);
    return new Map(await Promise.all(counted));
  };
}

/** When the oldest pending delivery of all webhooks was first due; null if there is none. */
export function createOldestPendingDelivery(connection: Connection): () => Promise<Date | null> {
  const deliveries = deliveryModel(connection);
  return async () => {
    const webhookIds = await distinctValues<string>(deliveries, 'webhookId');
    // Ids are ordered by time. One index look-up per webhook, because there may be many pending deliveries.
    const oldest = await Promise.all(
      webhookIds.map((webhookId) =>
        deliveries
          .findOne({ webhookId, status: 'pending' })
          .sort({ _id: 1 })
          .select({ createdAt: 1 })
          .lean<Pick<DeliveryDocument, 'createdAt'> | null>(),
      ),
    );
    const times = oldest.flatMap((delivery) => (delivery === null ? [] : [delivery.createdAt.getTime()]));
    return times.length === 0 ? null : new Date(Math.min(...times));
  };
}
