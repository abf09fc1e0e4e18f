import type { Claims } from '@leadbridge/usecases';
import { mongo, type Connection } from 'mongoose';

import { reserveNumbers } from '../sequence.js';

interface ClaimDocument {
  /** The deduplication key. */
  _id: string;
  fence: number;
  until: Date;
}

const duplicateKey = 11_000;

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
      const busy = new Set<string>();
      try {
        await collection.bulkWrite(
          keys.map((key) => ({
            updateOne: {
              // A lock in force does not match, so the upsert tries to insert its key again, and fails: it is busy.
              filter: { _id: key, $expr: { $lt: ['$until', '$$NOW'] } },
              update: [{ $set: { fence, until: { $add: ['$$NOW', milliseconds] } } }],
              upsert: true,
            },
          })),
          { ordered: false },
        );
      } catch (error) {
        if (!(error instanceof mongo.MongoBulkWriteError)) {
          throw error;
        }
        const faults = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
        for (const fault of faults) {
          const key = keys[fault.index];
          if (fault.code !== duplicateKey || key === undefined) {
            throw error;
          }
          busy.add(key);
        }
      }
      return { fence, held: new Set(keys.filter((key) => !busy.has(key))), busy };
    },

    async renewClaims(claims: Claims, milliseconds: number): Promise<boolean> {
      if (claims.held.size === 0) {
        return true;
      }
      const renewed = await collection.updateMany({ _id: { $in: [...claims.held] }, fence: claims.fence }, [
        { $set: { until: { $add: ['$$NOW', milliseconds] } } },
      ]);
      return renewed.matchedCount === claims.held.size;
    },

    async releaseClaims(claims: Claims): Promise<void> {
      if (claims.held.size > 0) {
        await collection.deleteMany({ _id: { $in: [...claims.held] }, fence: claims.fence });
      }
    },
  };
}
