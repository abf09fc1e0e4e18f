import type { ClientSession, Connection, Model, mongo } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { bucketStart, bucketWidths } from './partition-period.js';
import { tryTransaction } from './try-transaction.js';

/** A recorded fact, with the mark that it gets in the transaction that rolls it up. */
export interface Fact {
  _id: string | mongo.ObjectId;
  at: Date;
  counted?: true | null;
}

/** What a fact adds, and to which total of each of its buckets. */
export interface Contribution {
  readonly at: Date;
  readonly key: Readonly<Record<string, string>>;
  readonly sums: Readonly<Record<string, number>>;
}

/** One kind of fact, and where it is rolled up. */
export interface Tally<T extends Fact> {
  readonly facts: Pick<Model<never>, 'collection'>;
  /** Which documents of that collection are facts; all if it is missing. */
  readonly only?: object;
  readonly totals: Pick<Model<unknown>, 'collection'>;
  contributions(facts: readonly T[], session: ClientSession): Promise<readonly Contribution[]>;
}

/** Facts per transaction; it takes some tenths of a second if each of them is in different buckets. */
const chunk = 1_000;

/**
 * Rolls up facts that are not in the totals yet, oldest first. Their marks and the totals change in one
 * transaction, so a fact is either read individually or part of a total, whenever it was committed and
 * whichever process rolls it up.
 *
 * @returns how many; 0 if none is left or another process was faster
 */
export async function rollUpChunk<T extends Fact>(connection: Connection, tally: Tally<T>): Promise<number> {
  const facts = collectionOf<Fact>(tally.facts);
  const uncounted = { ...tally.only, counted: null };
  if ((await facts.findOne(uncounted, { hint: 'uncounted', projection: { _id: 1 } })) === null) {
    return 0;
  }
  const added = await tryTransaction(connection, async (session) => {
    const found = await facts
      .find<T>(uncounted, { session, hint: 'uncounted', sort: { at: 1 }, limit: chunk })
      .toArray();
    const marked = { _id: { $in: found.map(({ _id }) => _id) } };
    await facts.updateMany(marked, { $set: { counted: true } }, { session });
    const updates = totalUpdates(await tally.contributions(found, session));
    if (updates.length > 0) {
      await tally.totals.collection.bulkWrite(updates, { session, ordered: false });
    }
    return found.length;
  });
  return added ?? 0;
}

function totalUpdates(contributions: readonly Contribution[]): mongo.AnyBulkWriteOperation[] {
  const byTotal = new Map<string, { filter: object; sums: Record<string, number> }>();
  for (const { at, key, sums } of contributions) {
    for (const grain of bucketWidths) {
      const filter = { grain, start: bucketStart(at, grain), ...key };
      const id = JSON.stringify(filter);
      const total = byTotal.get(id) ?? { filter, sums: {} };
      for (const [name, amount] of Object.entries(sums)) {
        total.sums[name] = (total.sums[name] ?? 0) + amount;
      }
      byTotal.set(id, total);
    }
  }
  return [...byTotal.values()].map(({ filter, sums }) => ({
    updateOne: { filter, update: { $inc: sums }, upsert: true },
  }));
}
