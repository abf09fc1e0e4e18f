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
    keys: texts(),
    until: date(),
  },
  indexes: [
    // The lock itself: no key stands in two documents.
    [{ keys: 1 }, { unique: true }],
    // What a killed worker held, and nobody has wanted since.
    [{ until: 1 }, { expireAfterSeconds: 3_600 }],
  ],
});

type ClaimDocument = DocumentOf<typeof claimModel>;

/** Of a set that still holds, `endedForMs` is not above 0. */
type EndedSet = ClaimDocument & { readonly endedForMs: number };

class TakenMeanwhile extends Error {}

/** Each round loses a key at least to somebody who came first; after this many, all that is left counts as taken. */
const maxRounds = 10;

interface ClaimModels {
  readonly connection: Connection;
  readonly claims: mongo.Collection<ClaimDocument>;
}

/**
 * Locks per deduplication key, in MongoDB so that they outlive whatever Redis loses; one document for a batch, as one for each key
 * would be two writes more for every lead. Time is the server's own (`$$NOW`), so that clocks of different machines do not matter. A set
 * of locks that ran out is lost to its holder as a whole, as soon as anybody wants one of them; the others of it stay behind, so that
 * each comes to the one who wants it as a lock whose holder did not give it back. Taking and renewing wait for the majority, as a failover must
 * not make two holders of one; giving back need not, as a lock that comes back runs out.
 */
export function createClaims(connection: Connection): ClaimStore & Pick<ImportStore, 'lookAtClaims'> {
  const models: ClaimModels = {
    connection,
    claims: collectionOf(claimModel(connection)),
  };

  return {
    claim: async (keys, leaseMs) => claimKeys(models, keys, leaseMs),
    lookAtClaims: async (keys) => lookAtClaims(models, keys),
    renewClaims: async (claims, leaseMs) => renewClaims(models, claims, leaseMs),
    releaseClaims: async (claims, unsettled) => releaseClaims(models, claims, unsettled),
  };
}

async function claimKeys(models: ClaimModels, keys: readonly string[], leaseMs: number): Promise<Claims> {
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
  const fence = await reserveNumbers(models.connection, 'claim_fence');
  const holder = randomUUID();
  let free = [...new Set(keys)];
  let inherited: readonly EndedSet[] = [];
  for (let round = 0; free.length > 0; round += 1) {
    if (round === maxRounds) {
      free = [];
    } else if (await succeeds(putSet(models, { fence, holder }, free, leaseMs))) {
      break;
    } else {
      const { holding, ended } = await setsWith(models, free);
      const heldKeys = new Set(holding.flatMap((set) => set.keys));
      free = free.filter((key) => !heldKeys.has(key));
      const own = ended.filter((set) => set.keys.some((key) => free.includes(key)));
      if (own.length > 0 && (await succeeds(putInPlace(models, { fence, holder }, free, leaseMs, own)))) {
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
}

async function lookAtClaims(models: ClaimModels, keys: readonly string[]): Promise<Claims> {
  const { holding, ended } = keys.length === 0 ? { holding: [], ended: [] } : await setsWith(models, keys);
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
}

async function renewClaims(
  { claims }: ClaimModels,
  { fence, holder, held }: Claims,
  leaseMs: number,
): Promise<boolean> {
  if (held.size === 0) {
    return true;
  }
  // What has run out stays lost, even where nobody took it: its work may have been ended meanwhile.
  const renewed = await claims.updateOne({ _id: fence, holder, $expr: { $gte: ['$until', '$$NOW'] } }, [
    { $set: { until: { $add: ['$$NOW', leaseMs] } } },
  ]);
  return renewed.matchedCount === 1;
}

async function releaseClaims(
  { claims }: ClaimModels,
  { fence, holder, held }: Claims,
  unsettled: readonly string[] = [],
): Promise<void> {
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
}

// An update, as only those know the server's time.
async function putSet(
  { claims }: ClaimModels,
  { fence, holder }: Pick<Claims, 'fence' | 'holder'>,
  keys: readonly string[],
  leaseMs: number,
  options: object = {},
): Promise<void> {
  await claims.updateOne(
    // Under a fence that is somebody else's already it collides, and the keys count as taken.
    { _id: fence, holder },
    [{ $set: { keys: { $literal: keys }, until: { $add: ['$$NOW', leaseMs] } } }],
    { upsert: true, ...options },
  );
}

/** Puts locks in the place of those that ran out, all of it or nothing; what is left of the others stays for who wants it. */
async function putInPlace(
  models: ClaimModels,
  claim: Pick<Claims, 'fence' | 'holder'>,
  keys: readonly string[],
  leaseMs: number,
  ended: readonly ClaimDocument[],
): Promise<void> {
  await models.connection.transaction(async (session) => {
    const { deletedCount, modifiedCount } = await models.claims.bulkWrite(
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
    await putSet(models, claim, keys, leaseMs, { session });
  });
}

/** Whether nobody was in the way: somebody may always come between a look and a lock. */
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

/** The sets in which one of the keys stands: those that hold, and those that ran out. */
async function setsWith({ claims }: ClaimModels, keys: readonly string[]) {
  const sets = await claims
    .find({ keys: { $in: [...keys] } })
    .project<EndedSet>({ keys: 1, until: 1, endedForMs: { $subtract: ['$$NOW', '$until'] } })
    .toArray();
  return {
    holding: sets.filter(({ endedForMs }) => endedForMs <= 0),
    ended: sets.filter(({ endedForMs }) => endedForMs > 0),
  };
}
