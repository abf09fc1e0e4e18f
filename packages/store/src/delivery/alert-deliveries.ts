import { alertEvents } from '@leadbridge/contracts';
import type { AlertDeliveries } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { eventModel } from '../event/event-model.js';
import { deliveryModel, type DeliveryDocument } from './delivery-model.js';
import { dueDeliveries, dueFields } from './due-deliveries.js';

/** See `AlertDeliveries`. A claimed delivery is due again at `until`, for whoever is there then. */
export function createAlertDeliveries(connection: Connection): AlertDeliveries {
  const deliveries = deliveryModel(connection);
  const events = eventModel(connection);
  return {
    async claim(now, until, limit) {
      const pending = await deliveries
        .find({ status: 'pending', eventType: { $in: [...alertEvents] } })
        .hint('alerts')
        .sort({ nextAttemptAt: 1 })
        .limit(limit)
        .select({ ...dueFields, nextAttemptAt: 1 })
        .lean<DeliveryDocument[]>();
      const due = pending.filter(
        ({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= new Date(now),
      );
      const claimed = await Promise.all(
        due.map(async (delivery) => {
          const { _id, nextAttemptAt } = delivery;
          const { modifiedCount } = await deliveries.updateOne(
            { _id, status: 'pending', nextAttemptAt },
            { $set: { nextAttemptAt: new Date(until) } },
          );
          return modifiedCount === 1 ? [delivery] : [];
        }),
      );
      return { due: await dueDeliveries(events, claimed.flat()), arePending: pending.length > 0 };
    },
  };
}
