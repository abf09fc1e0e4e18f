import type { ErrorLogLevel, Period } from '@leadbridge/contracts';
import type { Connection, PipelineStage } from 'mongoose';

import { atOneMoment } from '../totals/at-one-moment.js';
import { partitionPeriod, type PeriodPartition, type Span } from '../totals/partition-period.js';
import { inBuckets, within } from '../totals/partition-match.js';
import { errorTotalModel } from './error-total-model.js';
import { errorLogModel } from './error-log-model.js';

/** Entries of one span of time. */
export interface Slice extends Span {
  readonly count: number;
  /** Width of the bucket in milliseconds; 0 before the first and after the last bucket. */
  readonly grain: number;
}

interface Row {
  readonly start: Date;
  readonly count: number;
  /** 0 at both ends of the period, null for entries that are in no total yet. */
  readonly grain: number | null;
}

/**
 * Counts the entries of a period by the widest buckets that fit, newest first; omits those without entries.
 *
 * @param below every bucket is narrower than this
 */
export type CountEntries = (
  period: Period,
  level: ErrorLogLevel | undefined,
  below?: number,
) => Promise<readonly Slice[]>;

export function createEntryCounts(connection: Connection): CountEntries {
  const errorLogEntries = errorLogModel(connection).collection;
  // Registered so that its index exists wherever it is read.
  errorTotalModel(connection);

  return async (period, level, below) => {
    const partition = partitionPeriod(period, below);
    const rows = await atOneMoment<Row>(
      errorLogEntries,
      countPipeline(partition, level === undefined ? {} : { level }),
    );
    return slicesOf(rows, partition);
  };
}

function countPipeline(partition: PeriodPartition, only: { readonly level?: string }): PipelineStage[] {
  const row = { _id: 0, start: '$_id', count: 1 } as const;
  const end = (span: Span): PipelineStage.UnionWith => ({
    $unionWith: {
      coll: 'error_log',
      pipeline: [
        { $match: { at: within(span), ...only } },
        { $count: 'count' },
        { $project: { start: { $literal: span.from }, count: 1, grain: { $literal: 0 } } },
      ],
    },
  });
  return [
    { $match: { counted: null, at: within(partition.middle), ...only } },
    { $group: { _id: { $dateTrunc: { date: '$at', unit: 'minute' } }, count: { $sum: 1 } } },
    { $project: { ...row, grain: { $literal: null } } },
    end(partition.head),
    end(partition.tail),
    {
      $unionWith: {
        coll: 'error_totals',
        pipeline: [
          { $match: { ...inBuckets(partition), ...only } },
          { $group: { _id: { grain: '$grain', start: '$start' }, count: { $sum: '$count' } } },
          { $project: { _id: 0, start: '$_id.start', count: 1, grain: '$_id.grain' } },
        ],
      },
    },
  ];
}

function slicesOf(rows: readonly Row[], partition: PeriodPartition): readonly Slice[] {
  const slices = new Map<number, Slice>();
  for (const { start, count, grain } of rows) {
    const span = spanOf(start, grain, partition);
    const known = slices.get(span.from.getTime())?.count ?? 0;
    slices.set(span.from.getTime(), { ...span, count: known + count });
  }
  return [...slices.values()].sort((left, right) => right.from.getTime() - left.from.getTime());
}

function spanOf(
  start: Date,
  grain: number | null,
  { head, tail, buckets }: PeriodPartition,
): Span & { grain: number } {
  if (grain === 0) {
    return { ...(start.getTime() === head.from.getTime() ? head : tail), grain };
  }
  const width = grain ?? buckets.find(({ from, to }) => from <= start && start < to)?.grain;
  if (width === undefined) {
    throw new Error('An entry is outside of the expected buckets');
  }
  const from = Math.floor(start.getTime() / width) * width;
  return { from: new Date(from), to: new Date(from + width), grain: width };
}
