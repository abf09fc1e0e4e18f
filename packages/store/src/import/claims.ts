import type { Claims } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { reserveNumbers } from '../sequence.js';
import { unawaited } from '../write-concern.js';

interface ClaimDocument {
  /** The deduplication key. */
  _id: string;
  fence: number;
  until: Date;
}

/**
 * Locks per deduplication key, in MongoDB so that they outlive whatever Redis loses. Time is the server's own (`$$NOW`), so that
 * clocks of different machines do not matter. A lock that ran out is taken over by whoever comes next, under a higher fence.
 */
export function createClaims(connection: Connection) {
  const collection = connection.collection<ClaimDocument>('claims');

  return {
    async claim(keys: readonly string[], milliseconds: number): Promise<Claims> {
      if (keys.length === 0) {
        return { fence: 0, held: new Set(), busy: new Set() };
      }
      const fence = await reserveNumbers(connection, 'claim_fence');
      const isFree = { $lt: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] };
      await collection.bulkWrite(
        keys.map((key) => ({
          updateOne: {
            filter: { _id: key },
            update: [
              {
                $set: {
                  fence: { $cond: [isFree, fence, '$fence'] },
                  until: { $cond: [isFree, { $add: ['$$NOW', milliseconds] }, '$until'] },
                },
              },
            ],
            upsert: true,
          },
        })),
        { ordered: false, ...unawaited },
      );
      const won = await collection
        .find({ _id: { $in: [...keys] }, fence })
        .project<{ _id: string }>({ _id: 1 })
        .toArray();
      const held = new Set(won.map(({ _id }) => _id));
      return { fence, held, busy: new Set(keys.filter((key) => !held.has(key))) };
    },

    async renewClaims(claims: Claims, milliseconds: number): Promise<boolean> {
      if (claims.held.size === 0) {
        return true;
      }
      const renewed = await collection.updateMany(
        { _id: { $in: [...claims.held] }, fence: claims.fence },
        [{ $set: { until: { $add: ['$$NOW', milliseconds] } } }],
        unawaited,
      );
      return renewed.matchedCount === claims.held.size;
    },

    async releaseClaims(claims: Claims): Promise<void> {
      if (claims.held.size > 0) {
        await collection.deleteMany({ _id: { $in: [...claims.held] }, fence: claims.fence }, unawaited);
      }
    },
  };
}
