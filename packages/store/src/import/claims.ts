import type { Claims } from '@leadbridge/usecases';
import { Schema, type Connection, type Model } from 'mongoose';

import { isDuplicateKey } from '../duplicate-key.js';
import { reserveNumbers } from '../sequence.js';
import { unawaited } from '../write-concern.js';

/** The keys that one holder has locked together. */
interface ClaimDocument {
  /** The fence. */
  _id: number;
  keys: string[];
  until: Date;
}

const schema = new Schema<ClaimDocument>(
  {
    _id: { type: Number, required: true },
    keys: { type: [String], required: true },
    until: { type: Date, required: true },
  },
  { collection: 'claim_sets', versionKey: false },
);
// The lock itself: no key stands in two documents.
schema.index({ keys: 1 }, { unique: true });
// What a killed worker held, and nobody has wanted since.
schema.index({ until: 1 }, { expireAfterSeconds: 3_600 });

function claimModel(connection: Connection): Model<ClaimDocument> {
  return connection.models['Claim'] ?? connection.model<ClaimDocument>('Claim', schema);
}

/** Each round loses a key at least to somebody who came first; after this many, all that is left counts as taken. */
const mostRounds = 10;

/**
 * Locks per deduplication key, in MongoDB so that they outlive whatever Redis loses; one document for a batch, as one for each key
 * would be two writes more for every lead. Time is the server's own (`$$NOW`), so that clocks of different machines do not matter. A set
 * of locks that ran out is removed whole by whoever wants one of them, and its holder finds all of it lost.
 */
export function createClaims(connection: Connection) {
  const claims = claimModel(connection).collection;

  async function insert(fence: number, keys: readonly string[], milliseconds: number): Promise<boolean> {
    try {
      // An update, as only those know the server's time.
      await claims.updateOne(
        { _id: fence as never },
        [{ $set: { keys: { $literal: keys }, until: { $add: ['$$NOW', milliseconds] } } }],
        { upsert: true, ...unawaited },
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) {
        return false;
      }
      throw error;
    }
  }

  /** Those of the keys that somebody holds, once locks that ran out are removed. */
  async function takenOf(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const inTheWay = { keys: { $in: [...keys] } };
    await claims.deleteMany({ ...inTheWay, $expr: { $lt: ['$until', '$$NOW'] } }, unawaited);
    const others = await claims.find(inTheWay).project<Pick<ClaimDocument, 'keys'>>({ keys: 1 }).toArray();
    return new Set(others.flatMap((other) => other.keys));
  }

  return {
    async claim(keys: readonly string[], milliseconds: number): Promise<Claims> {
      if (keys.length === 0) {
        return { fence: 0, held: new Set(), busy: new Set() };
      }
      const fence = await reserveNumbers(connection, 'claim_fence');
      let free = [...new Set(keys)];
      for (let round = 0; free.length > 0; round += 1) {
        if (round === mostRounds) {
          free = [];
        } else if (await insert(fence, free, milliseconds)) {
          break;
        } else {
          const taken = await takenOf(free);
          free = free.filter((key) => !taken.has(key));
        }
      }
      const held = new Set(free);
      return { fence, held, busy: new Set(keys.filter((key) => !held.has(key))) };
    },

    async renewClaims({ fence, held }: Claims, milliseconds: number): Promise<boolean> {
      if (held.size === 0) {
        return true;
      }
      // What has run out stays lost, even where nobody took it: its work may have been ended meanwhile.
      const renewed = await claims.updateOne(
        { _id: fence as never, $expr: { $gte: ['$until', '$$NOW'] } },
        [{ $set: { until: { $add: ['$$NOW', milliseconds] } } }],
        unawaited,
      );
      return renewed.matchedCount === 1;
    },

    async releaseClaims({ fence, held }: Claims): Promise<void> {
      if (held.size > 0) {
        await claims.deleteOne({ _id: fence as never }, unawaited);
      }
    },
  };
}
