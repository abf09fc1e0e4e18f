import type { AnalyticsReader, TransitionFacts, SourceFacts } from '@leadbridge/usecases';
import type { Period } from '@leadbridge/contracts';
import type { Connection, PipelineStage } from 'mongoose';

import { eventModel, isFact } from '../event/event-model.js';
import type { ImportCounts } from '../event/import-fact.js';
import { transitionModel } from '../lifecycle/transition-model.js';
import { atOneMoment } from '../totals/at-one-moment.js';
import { partitionPeriod, type PeriodPartition } from '../totals/partition-period.js';
import { erasedRecordModel } from './erased-record-model.js';
import { importTotalModel } from './import-total-model.js';
import { moveTotalModel, type MoveSums } from './move-total-model.js';
import { countStandingRecords, recordCollections } from './standing-records.js';
import { inBuckets, inEdges, within } from '../totals/partition-match.js';

type Pipeline = Exclude<PipelineStage, PipelineStage.Merge | PipelineStage.Out>[];

const importCounts = ['created', 'updated', 'skipped', 'preserved', 'failed'] as const;

const moveSums = ['count', 'secondsInFrom', 'priced', 'value', 'dated', 'millisecondsToWin'] as const;

/** The additional sums of a won opportunity. */
const deals: Pipeline = [
  {
    $lookup: {
      from: 'opportunities',
      localField: 'recordId',
      foreignField: '_id',
      pipeline: [{ $project: { createdAt: 1, value: '$opportunity.value' } }],
      as: 'deal',
    },
  },
  {
    $lookup: {
      from: 'erased_records',
      localField: 'recordId',
      foreignField: 'recordId',
      pipeline: [{ $match: { kind: 'opportunity' } }, { $project: { createdAt: 1, value: 1 } }],
      as: 'erased',
    },
  },
  { $set: { deal: { $concatArrays: ['$deal', '$erased'] } } },
  { $unwind: '$deal' },
  {
    $project: {
      _id: 0,
      from: 1,
      to: 1,
      priced: { $cond: [{ $isNumber: '$deal.value' }, 1, 0] },
      value: '$deal.value',
      dated: { $literal: 1 },
      millisecondsToWin: { $subtract: ['$at', '$deal.createdAt'] },
    },
  },
];

/** Adds up the totals of a period's buckets, the facts in no total yet, and the minutes at both ends. */
export function createAnalyticsReader(connection: Connection): AnalyticsReader {
  const facts = eventModel(connection).collection;
  const transitions = transitionModel(connection).collection;
  const records = recordCollections(connection);
  // Registered here too, so that its indexes exist wherever it is read.
  importTotalModel(connection);
  moveTotalModel(connection);
  erasedRecordModel(connection);

  return {
    async sourceFacts(period, source) {
      const totals = await atOneMoment<ImportCounts & { _id: string }>(
        facts,
        importFactsPipeline(partitionPeriod(period), source),
      );
      return totals.map(sourceFacts).filter(({ tried }) => tried > 0);
    },

    async importHistory(period, intervalMs, source) {
      const points = await atOneMoment<ImportCounts & { _id: Date }>(
        facts,
        importHistoryPipeline(period, intervalMs, source),
      );
      return points.map(({ _id: start, ...counts }) => ({ start, ...counts }));
    },

    async transitions(period, source) {
      const totals = await atOneMoment<MoveSums & { _id: { from: string; to: string } }>(
        transitions,
        transitionsPipeline(partitionPeriod(period), source),
      );
      return totals.map(transitionFacts);
    },

    standing: async (source) => countStandingRecords(connection, records, source),
  };
}

function sourceFacts(total: ImportCounts & { readonly _id: string }): SourceFacts {
  const { _id: source, created, updated, skipped, preserved, failed } = total;
  const succeeded = created + updated + skipped + preserved;
  return { source, created, succeeded, tried: succeeded + failed };
}

function transitionFacts(
  total: MoveSums & { readonly _id: { readonly from: string; readonly to: string } },
): TransitionFacts {
  const { _id: move, count, secondsInFrom, priced, value, dated, millisecondsToWin } = total;
  return { ...move, count, secondsInFrom, deals: { priced, value, dated, millisecondsToWin } };
}

/** For `events`: counts by source. The first stage selects facts in no total yet, and requires a hint. */
function importFactsPipeline(partition: PeriodPartition, source: string | undefined): PipelineStage[] {
  const fields = { _id: 0, source: 1, ...named(importCounts, (name) => [name, 1]) };
  return [
    { $match: { counted: null, at: within(partition.middle), ...factsOf(source) } },
    { $project: fields },
    union('events', [{ $match: { ...inEdges(partition), ...factsOf(source) } }, { $project: fields }]),
    union('import_totals', [{ $match: { ...inBuckets(partition), ...only(source) } }, { $project: fields }]),
    { $group: { _id: '$source', ...named(importCounts, (name) => [name, { $sum: `$${name}` }]) } },
    { $sort: { _id: 1 } },
  ];
}

/**
 * For `events`: the counts of a period of whole intervals by the start of each. The first stage selects
 * facts that are in no total yet, as above.
 *
 * @param grain milliseconds of an interval: one of the bucket widths
 */
function importHistoryPipeline(
  { from, to }: Period,
  grain: number,
  source: string | undefined,
): PipelineStage[] {
  const span = within({ from, to: new Date(to.getTime() + 1) });
  const counts = named(importCounts, (name) => [name, 1]);
  const start = { $toDate: { $subtract: [{ $toLong: '$at' }, { $mod: [{ $toLong: '$at' }, grain] }] } };
  return [
    { $match: { counted: null, at: span, ...factsOf(source) } },
    { $project: { _id: 0, start, ...counts } },
    union('import_totals', [
      { $match: { grain, start: span, ...only(source) } },
      { $project: { _id: 0, start: 1, ...counts } },
    ]),
    { $group: { _id: '$start', ...named(importCounts, (name) => [name, { $sum: `$${name}` }]) } },
    { $sort: { _id: 1 } },
  ];
}

/** For `transitions`: counts by target state, and results of won opportunities. Requires a hint too. */
function transitionsPipeline(partition: PeriodPartition, source: string | undefined): PipelineStage[] {
  const move = { _id: 0, from: 1, to: 1, secondsInFrom: 1, count: { $literal: 1 } } as const;
  const uncounted = { counted: null, at: within(partition.middle), ...only(source) };
  const raw = { ...inEdges(partition), ...only(source) };
  const totals = { _id: 0, from: 1, to: 1, ...named(moveSums, (name) => [name, 1]) };
  return [
    { $match: uncounted },
    { $project: move },
    union('transitions', [{ $match: raw }, { $project: move }]),
    union('transitions', [{ $match: { to: 'won', ...uncounted } }, ...deals]),
    union('transitions', [{ $match: { to: 'won', ...raw } }, ...deals]),
    union('move_totals', [{ $match: { ...inBuckets(partition), ...only(source) } }, { $project: totals }]),
    {
      $group: {
        _id: { from: '$from', to: '$to' },
        ...named(moveSums, (name) => [name, { $sum: `$${name}` }]),
      },
    },
    { $sort: { '_id.from': 1, '_id.to': 1 } },
  ];
}

function union(coll: string, pipeline: Pipeline): PipelineStage.UnionWith {
  return { $unionWith: { coll, pipeline } };
}

function factsOf(source: string | undefined): object {
  return source === undefined ? isFact : { source };
}

function only(source: string | undefined): { source?: string } {
  return source === undefined ? {} : { source };
}

function named<T>(names: readonly string[], entry: (name: string) => [string, T]): Record<string, T> {
  return Object.fromEntries(names.map(entry));
}
