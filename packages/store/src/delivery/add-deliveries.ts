import type { EventDelivery } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { eventModel } from '../event/event-model.js';
import { unawaited } from '../write-concern.js';

const maxDeliveries = 20;

/**
 * Adds the final results of deliveries to the events of leads, for the timeline. Written before the deliveries
 * themselves, whose journaled write makes it durable too.
 */
export async function addDeliveries(
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
