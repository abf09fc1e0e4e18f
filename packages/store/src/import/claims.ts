import { randomUUID } from 'node:crypto';

import type { Claims, ClaimStore, ImportStore } from '@leadbridge/usecases';
import type { Connection, mongo } from 'mongoose';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, number, text, texts } from '../fields.js';
import { collectionOf } from '../collection-of.js';
import { isDuplicateKey } from '../duplicate-key.js';
import { reserveNumbers } from '../sequence.js';
import { unawaited } from '../write-concern.js';

/** The keys that one holder has locked together. */
const claimModel = defineModel({
  name: 'Claim',
  collection: 'claim_sets',
  fields: {
    /** The fence. */
    _id: number(),
    holder: text(),
    keys: texts().personal(),
    until: date(),
  },
  indexes: [
    // The lock itself: no key is in two documents.
    [{ keys: 1 }, { unique: true }],
    // Removes what a killed worker had locked and nobody has wanted since.
    [{ until: 1 }, { expireAfterSeconds: 3_600 }],
  ],
  // The locks of imports, which end or expire; an erasure waits for them.
  erasure: 'by hand',
});

type ClaimDocument = DocumentOf<typeof claimModel>;

/** `endedForMs` is 0 or less for a set that has not expired. */
type EndedSet = ClaimDocument & { readonly endedForMs: number };

class TakenMeanwhile extends Error {}

/** In each round a faster holder gets at least one key; after this many, the rest counts as taken. */
const maxRounds = 10;

/**
 * Locks per deduplication key, in MongoDB so that they survive a loss of Redis's data. One document for a
 * batch, because one per key would be two more writes for every lead. Time is the server's own (`$$NOW`), so
 * the clocks of different machines do not matter. A set of locks that expired is lost to its holder as a
 * whole as soon as another holder wants one of them; its other locks remain, so that each is later acquired
 * as a lock that its holder did not release. Acquiring and renewing wait for the majority, because a failover
 * must not result in two holders; releasing need not, because a lock that reappears expires.
 */
export function createClaims(
  connection: Connection,
): ClaimStore & Pick<ImportStore, 'lookAtClaims' | 'reserveFence'> {
  const claims = collectionOf(claimModel(connection));
  return {
    ...createHeldClaims(connection),

    async claim(keys, leaseMs, reserved) {
      if (keys.length === 0) {
        return {
          fence: 0,
          holder: '',
          held: new Set(),
          busy: new Set(),
          inherited: new Set(),
          inheritedForMs: Infinity,
        };
      }
      const fence = reserved ?? (await reserveNumbers(connection, 'claim_fence'));
      const holder = randomUUID();
      let free = [...new Set(keys)];
      let inherited: readonly EndedSet[] = [];
      for (let round = 0; free.length > 0; round += 1) {
        if (round === maxRounds) {
          free = [];
        } else if (await succeeds(putSet(claims, { fence, holder }, free, leaseMs))) {
          break;
        } else {
          const { holding, ended } = await setsWith(claims, free);
          const heldKeys = new Set(holding.flatMap((set) => set.keys));
          free = free.filter((key) => !heldKeys.has(key));
          const own = ended.filter((set) => set.keys.some((key) => free.includes(key)));
          if (
            own.length > 0 &&
            (await succeeds(putInPlace(connection, claims, { fence, holder }, free, leaseMs, own)))
          ) {
            inherited = own;
            break;
          }
        }
      }
      const held = new Set(free);
      const inheritedKeys = inherited.flatMap((set) => set.keys).filter((key) => held.has(key));
      return {
        fence,
        holder,
        held,
        busy: new Set(keys.filter((key) => !held.has(key))),
        inherited: new Set(inheritedKeys),
        inheritedForMs: Math.min(...inherited.map(({ endedForMs }) => endedForMs)),
      };
    },

    reserveFence: async () => reserveNumbers(connection, 'claim_fence'),
  };
}

function createHeldClaims(connection: Connection) {
  const claims = collectionOf(claimModel(connection));
  return {
    async renewClaims({ fence, holder, held }, leaseMs) {
      if (held.size === 0) {
        return true;
      }
      // An expired claim stays lost even if nobody acquired it, because its work may have been ended meanwhile.
      const renewed = await claims.updateOne({ _id: fence, holder, $expr: { $gte: ['$until', '$$NOW'] } }, [
        { $set: { until: { $add: ['$$NOW', leaseMs] } } },
      ]);
      return renewed.matchedCount === 1;
    },

    async releaseClaims({ fence, holder, held }, unsettled = []) {
      if (held.size === 0) {
        return;
      }
      const own = { _id: fence, holder };
      await (unsettled.length === 0
        ? claims.deleteOne(own, unawaited)
        : claims.updateOne(
            { ...own, $expr: { $gte: ['$until', '$$NOW'] } },
            [{ $set: { keys: { $literal: unsettled }, until: { $subtract: ['$$NOW', 1] } } }],
            unawaited,
          ));
    },

    async lookAtClaims(keys) {
      const { holding, ended } =
        keys.length === 0 ? { holding: [], ended: [] } : await setsWith(claims, keys);
      const busy = new Set(holding.flatMap((set) => set.keys));
      const left = new Set(ended.flatMap((set) => set.keys));
      const held = new Set(keys.filter((key) => !busy.has(key)));
      return {
        fence: 0,
        holder: '',
        held,
        busy: new Set(keys.filter((key) => busy.has(key))),
        inherited: new Set([...held].filter((key) => left.has(key))),
        inheritedForMs: Math.min(...ended.map(({ endedForMs }) => endedForMs)),
      };
    },
  } satisfies Partial<ImportStore>;
}

// An update, because only updates can use the server's time.
async function putSet(
  claims: mongo.Collection<ClaimDocument>,
  { fence, holder }: Pick<Claims, 'fence' | 'holder'>,
  keys: readonly string[],
  leaseMs: number,
  options: object = {},
): Promise<void> {
  await claims.updateOne(
    // Collides with a fence that already belongs to another holder; the keys then count as taken.
    { _id: fence, holder },
    [{ $set: { keys: { $literal: keys }, until: { $add: ['$$NOW', leaseMs] } } }],
    { upsert: true, ...options },
  );
}

/** Replaces expired locks, all or none; the other keys of the expired sets stay for other holders. */
async function putInPlace(
  connection: Connection,
  claims: mongo.Collection<ClaimDocument>,
  claim: Pick<Claims, 'fence' | 'holder'>,
  keys: readonly string[],
  leaseMs: number,
  ended: readonly ClaimDocument[],
): Promise<void> {
  await connection.transaction(async (session) => {
    const { deletedCount, modifiedCount } = await claims.bulkWrite(
      ended.map((set) => {
        const filter = { _id: set._id, keys: set.keys, until: set.until };
        const left = set.keys.filter((key) => !keys.includes(key));
        return left.length === 0
          ? { deleteOne: { filter } }
          : { updateOne: { filter, update: { $set: { keys: left } } } };
      }),
      { session },
    );
    if (deletedCount + modifiedCount < ended.length) {
      throw new TakenMeanwhile();
    }
    await putSet(claims, claim, keys, leaseMs, { session });
  });
}

/** Whether no conflict occurred: another holder may always act between a read and a lock. */
async function succeeds(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof TakenMeanwhile || isDuplicateKey(error)) {
      return false;
    }
    throw error;
  }
}

/** The sets that contain one of the keys: active ones, and expired ones. */
async function setsWith(claims: mongo.Collection<ClaimDocument>, keys: readonly string[]) {
  const sets = await claims
    .find({ keys: { $in: [...keys] } })
    .project<EndedSet>({ keys: 1, until: 1, endedForMs: { $subtract: ['$$NOW', '$until'] } })
    .toArray();
  return {
    holding: sets.filter(({ endedForMs }) => endedForMs <= 0),
    ended: sets.filter(({ endedForMs }) => endedForMs > 0),
  };
}
