import type { Leases } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { unlessDuplicate } from '../duplicate-key.js';

interface LeaseDocument {
  _id: string;
  holder: string;
  until: Date;
}

/** Leases for work that one worker does at a time, by the server's clock: those of workers differ. */
export function createLeases(connection: Connection): Leases {
  const leases = connection.collection<LeaseDocument>('turns');

  return {
    async acquire(lease, holder, leaseMs) {
      const isFree = { $or: [{ $eq: ['$holder', { $literal: holder }] }, { $lt: ['$until', '$$NOW'] }] };
      // Two processes may be the first ever at the same moment.
      return await unlessDuplicate(async () => {
        const acquired = await leases.findOneAndUpdate(
          { _id: lease },
          [
            { $set: { isFree } },
            {
              $set: {
                holder: { $cond: ['$isFree', { $literal: holder }, '$holder'] },
                until: { $cond: ['$isFree', { $add: ['$$NOW', leaseMs] }, '$until'] },
              },
            },
            { $unset: 'isFree' },
          ],
          { upsert: true, returnDocument: 'after' },
        );
        return acquired?.holder === holder;
      });
    },

    async release(lease, holder) {
      await leases.deleteOne({ _id: lease, holder });
    },
  };
}
