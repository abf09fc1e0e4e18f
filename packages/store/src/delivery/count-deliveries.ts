import type { DeliveryStatus } from '@leadbridge/contracts';
import type { Connection } from 'mongoose';

import { deliveryModel } from './delivery-model.js';

/** Deliveries of all webhooks, kept ones, by status. Counted within the index of due deliveries, which begins with the webhook. */
export function createDeliveryCounts(
  connection: Connection,
): (statuses: readonly DeliveryStatus[]) => Promise<ReadonlyMap<DeliveryStatus, number>> {
  const deliveries = deliveryModel(connection);
  return async (statuses) => {
    const webhookIds = await deliveries.distinct('webhookId');
    const counted = statuses.map(async (status): Promise<[DeliveryStatus, number]> => [
      status,
      await deliveries.countDocuments({ webhookId: { $in: webhookIds }, status }),
    ]);
    return new Map(await Promise.all(counted));
  };
}
