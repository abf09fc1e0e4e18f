import { STATUSES, type RecordKind } from '@leadbridge/domain';
import type { Collection, Connection } from 'mongoose';

import { leadModel } from '../lead/lead-model.js';
import { opportunityModel } from '../opportunity/opportunity-model.js';
import { prospectModel } from '../prospect/prospect-model.js';
import { erasedRecordModel } from './erased-record-model.js';

interface RecordIndex {
  /** The record that it became, which is counted instead; the record keeps its own last state. */
  readonly convertedTo: string | null;
  readonly sourceField: string;
  readonly hint: Readonly<Record<string, 1>>;
}

/** The indexes with the fields that determine the state of a record. */
const recordIndexes: Readonly<Record<RecordKind, RecordIndex>> = {
  lead: {
    convertedTo: 'prospectId',
    sourceField: 'createdSource',
    hint: { status: 1, prospectId: 1, createdSource: 1 },
  },
  prospect: {
    convertedTo: 'opportunityId',
    sourceField: 'source',
    hint: { status: 1, opportunityId: 1, source: 1 },
  },
  opportunity: { convertedTo: null, sourceField: 'source', hint: { status: 1, source: 1 } },
};

type RecordCollections = Readonly<Record<RecordKind, Collection>>;

export function recordCollections(connection: Connection): RecordCollections {
  return {
    lead: leadModel(connection).collection,
    prospect: prospectModel(connection).collection,
    opportunity: opportunityModel(connection).collection,
  };
}

/** Counts the records of each state in its index, one key at a time. */
export async function countStandingRecords(
  connection: Connection,
  collections: RecordCollections,
  source: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  const counts = (['lead', 'prospect', 'opportunity'] as const).flatMap((kind) => {
    const { convertedTo, sourceField, hint } = recordIndexes[kind];
    const filter = {
      ...(convertedTo === null ? {} : { [convertedTo]: null }),
      ...(source === undefined ? {} : { [sourceField]: source }),
    };
    return STATUSES[kind].map(async (status): Promise<[string, number]> => {
      const query = { status, ...filter };
      return [status, await countMatches(connection, collections[kind].collectionName, query, hint)];
    });
  });
  const [erased, ...left] = await Promise.all([countErasedRecords(connection, source), ...counts]);
  return new Map(left.map(([status, count]) => [status, count + (erased.get(status) ?? 0)]));
}

/** Erased records by state, which no longer changes. */
async function countErasedRecords(
  connection: Connection,
  source: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  const groups = await erasedRecordModel(connection).aggregate<{ _id: string; count: number }>([
    { $match: { converted: false, ...(source === undefined ? {} : { source }) } },
    { $group: { _id: '$status', count: { $sum: 1 } } },
  ]);
  return new Map(groups.map(({ _id, count }) => [_id, count]));
}

/** Uses the `count` command, which does not return the keys like an aggregation. */
async function countMatches(
  connection: Connection,
  collection: string,
  query: object,
  hint: RecordIndex['hint'],
): Promise<number> {
  const response = await connection.db?.command({ count: collection, query, hint });
  return Number(response?.['n']);
}
