import type { RecordKind } from '@leadbridge/domain';
import type { ClientSession, Connection } from 'mongoose';

import { collectionOf } from '../collection-of.js';
import { eventModel, isFact } from '../event/event-model.js';
import { transitionModel } from '../lifecycle/transition-model.js';
import { erasedRecordModel } from './erased-record-model.js';
import { recordIndexes, recordCollections } from './standing-records.js';
import { standingId, standingModel, type StandingCount, type StandingDocument } from './standing-model.js';
import { atOneMoment } from '../totals/at-one-moment.js';
import { tryTransaction } from '../totals/try-transaction.js';

/** A change made by hand is noticed after this time at the latest. */
const standingTtlMs = 5 * 60_000;
/** Every fact that is in no total, in the index of those. */
const uncounted = { counted: null, at: { $gte: new Date(0) } };

/** The number of records by state, counted while nothing happens. */
export interface StandingTotals {
  /** Marks the counts as outdated, in the transaction that rolls up facts. */
  outdate(session: ClientSession): Promise<void>;
  /** Counts the records if that is due and nothing is happening. */
  renew(): Promise<void>;
  /** Null if facts were recorded since they were counted. */
  read(source: string | undefined): Promise<ReadonlyMap<string, number> | null>;
}

/**
 * The state of a record changes in the transaction that records its fact, an import or a transition. The
 * counts are therefore valid as long as every fact is in a total and none was rolled up since; one snapshot
 * read checks that.
 */
export function createStandingTotals(connection: Connection): StandingTotals {
  const standing = collectionOf(standingModel(connection));
  const facts = eventModel(connection).collection;
  const transitions = transitionModel(connection).collection;
  const collections = recordCollections(connection);

  return {
    async outdate(session) {
      await standing.updateOne(
        { _id: standingId },
        { $set: { counts: null, sizes: null, countedAt: null }, $inc: { chunks: 1 } },
        { session, upsert: true },
      );
    },

    async renew() {
      const known = await standing.findOne({ _id: standingId }, { projection: { countedAt: 1 } });
      if (known?.countedAt && Date.now() - known.countedAt.getTime() < standingTtlMs) {
        return;
      }
      const size = await readSizes(collections);
      await tryTransaction(connection, async (session) => {
        const options = { session, hint: 'uncounted' };
        const fact = await facts.findOne({ ...uncounted, ...isFact }, options);
        if (fact !== null || (await transitions.findOne(uncounted, options)) !== null) {
          return;
        }
        const counts = [
          ...(await countKind(collections, 'lead', session)),
          ...(await countKind(collections, 'prospect', session)),
          ...(await countKind(collections, 'opportunity', session)),
          ...(await countErased(connection, session)),
        ];
        await standing.updateOne(
          { _id: standingId },
          { $set: { counts, sizes: size, countedAt: new Date() }, $setOnInsert: { chunks: 0 } },
          { session, upsert: true },
        );
      });
    },

    async read(source) {
      const one = [{ $limit: 1 }, { $project: { _id: 1 } }];
      const ofTransitions = [{ $match: uncounted }, ...one];
      const [found, now] = await Promise.all([
        atOneMoment<Partial<StandingDocument>>(facts, [
          { $match: { ...uncounted, ...isFact } },
          ...one,
          { $unionWith: { coll: transitions.collectionName, pipeline: ofTransitions } },
          { $unionWith: { coll: standing.collectionName, pipeline: [{ $match: { _id: standingId } }] } },
        ]),
        readSizes(collections),
      ]);
      const [only] = found;
      return found.length !== 1 || !only?.counts || !sameSizes(only.sizes, now)
        ? null
        : sumsOf(only.counts, source);
    },
  };
}

async function readSizes(
  collections: ReturnType<typeof recordCollections>,
): Promise<Record<RecordKind, number>> {
  const [lead, prospect, opportunity] = await Promise.all(
    [collections.lead, collections.prospect, collections.opportunity].map(async (collection) =>
      collection.estimatedDocumentCount(),
    ),
  );
  return { lead: lead ?? 0, prospect: prospect ?? 0, opportunity: opportunity ?? 0 };
}

async function countKind(
  collections: ReturnType<typeof recordCollections>,
  kind: RecordKind,
  session: ClientSession,
): Promise<StandingCount[]> {
  const { convertedTo, sourceField, hint } = recordIndexes[kind];
  const open =
    convertedTo === null ? { $literal: true } : { $eq: [{ $ifNull: [`$${convertedTo}`, null] }, null] };
  const groups = await collections[kind]
    .aggregate<StandingCount & { open: boolean }>(
      [
        { $group: { _id: { status: '$status', source: `$${sourceField}`, open }, count: { $sum: 1 } } },
        { $project: { _id: 0, status: '$_id.status', source: '$_id.source', open: '$_id.open', count: 1 } },
      ],
      { session, hint },
    )
    .toArray();
  return groups
    .filter((group) => group.open)
    .map(({ status, source, count: n }) => ({ status, source, count: n }));
}

async function countErased(connection: Connection, session: ClientSession): Promise<StandingCount[]> {
  return await erasedRecordModel(connection)
    .aggregate<StandingCount>([
      { $match: { converted: false } },
      { $group: { _id: { status: '$status', source: '$source' }, count: { $sum: 1 } } },
      { $project: { _id: 0, status: '$_id.status', source: '$_id.source', count: 1 } },
    ])
    .session(session);
}

function sameSizes(
  left: Record<RecordKind, number> | null | undefined,
  right: Record<RecordKind, number>,
): boolean {
  return (['lead', 'prospect', 'opportunity'] as const).every((kind) => left?.[kind] === right[kind]);
}

function sumsOf(counts: readonly StandingCount[], source: string | undefined): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { status, source: of, count } of counts) {
    if (source === undefined || source === of) {
      sums.set(status, (sums.get(status) ?? 0) + count);
    }
  }
  return sums;
}
