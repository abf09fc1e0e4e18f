import type { Retention } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { eventRetentionSeconds } from '../retention.js';
import { eventModel, hasData } from './event-model.js';

/** Removes what webhooks were sent; that it was sent remains in the timeline of the lead. */
export function createEventRetention(connection: Connection): Retention & { readonly keepDays: number } {
  return {
    keepDays: eventRetentionSeconds / (24 * 3_600),
    async removeBefore(moment) {
      const changed = await eventModel(connection).updateMany(
        { ...hasData, at: { $lt: moment } },
        { $unset: { data: 1, traceparent: 1 } },
      );
      return changed.modifiedCount;
    },
  };
}
