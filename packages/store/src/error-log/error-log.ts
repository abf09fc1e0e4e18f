import type { ErrorLogFault, ErrorLogLevel, Period } from '@leadbridge/contracts';
import type { ErrorLogEntry, ErrorLogFilter, ErrorLogReader, Page } from '@leadbridge/usecases';
import type { Connection, PipelineStage } from 'mongoose';

import { readSlice, sliceOf, type PageSlice } from '../read-page.js';
import { bucketWidths, partitionPeriod } from '../totals/partition-period.js';
import type { PeriodPartition, Span } from '../totals/partition-period.js';
import { errorLogIndexes, errorLogModel, retentionSeconds, rowPlacesOf } from './error-log-model.js';
import type { ErrorLogDocument } from './error-log-model.js';
import { atOneMoment } from '../totals/at-one-moment.js';
import { inBuckets, within } from '../totals/partition-match.js';
import { errorTotalModel } from './error-total-model.js';

/** Entries of one span of time. */
interface Slice extends Span {
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
type CountEntries = (
  period: Period,
  level: ErrorLogLevel | undefined,
  below?: number,
) => Promise<readonly Slice[]>;

const order = { at: -1, _id: -1 } as const;

/** Skipping this many entries is fast. */
const nearby = 5_000;

const minBucketWidth = Math.min(...bucketWidths);

/** MongoDB removes entries by its own clock; entries that it may already have removed are not counted. */
const clockToleranceMs = 10 * 60_000;

/** The last possible time but one. */
const endOfTime = new Date(8_640_000_000_000_000 - 1);

/**
 * Pages of the error log. An entry is found by its number through the totals of time buckets, however old it
 * is.
 *
 * @param near how many entries a read may skip
 */
export function createErrorLog(connection: Connection, near = nearby): ErrorLogReader {
  const errorLogEntries = errorLogModel(connection);
  const countEntries = createEntryCounts(connection);

  return {
    async list({ from, to, page, limit, cursor, ...filter }) {
      const oldest = Date.now() - retentionSeconds * 1_000 + clockToleranceMs;
      const period: Period = {
        from: new Date(Math.max(from?.getTime() ?? oldest, oldest)),
        to: to ?? endOfTime,
      };
      const slice = sliceOf({ page, limit, ...(cursor === undefined ? {} : { cursor }) });
      const { level, ...narrow } = filter;
      if (Object.values(narrow).some((value) => value !== undefined)) {
        return await readFiltered(errorLogEntries, period, filter, slice);
      }
      const counting = countEntries(period, level);
      if (slice.skip <= near) {
        const [slices, found] = await Promise.all([
          counting,
          readPeriod(errorLogEntries, period, level, slice),
        ]);
        return { total: sum(slices), ...found };
      }
      const slices = await counting;
      const start = await locate(near, countEntries, slices, level, slice.skip);
      const found =
        start === null
          ? { items: [], next: null }
          : await readPeriod(errorLogEntries, { from: period.from, to: start.to }, level, {
              ...slice,
              skip: start.skip,
            });
      return { total: sum(slices), ...found };
    },
  };
}

async function readPeriod(
  errorLogEntries: ReturnType<typeof errorLogModel>,
  { from, to }: Period,
  level: ErrorLogLevel | undefined,
  slice: PageSlice,
): Promise<Omit<Page<ErrorLogEntry>, 'total'>> {
  const at = { $gte: from, $lte: to };
  const find = errorLogEntries
    .find(level === undefined ? { at } : { level, at })
    .hint(level === undefined ? errorLogIndexes.all : errorLogIndexes.level);
  const { documents, next } = await readSlice<ErrorLogDocument>(find, order, slice);
  return { items: documents.map(presentEntry), next };
}

/**
 * The entries of a job, a request, a lead, a code or a source: few enough to be counted while reading, with
 * an index for each.
 */
async function readFiltered(
  errorLogEntries: ReturnType<typeof errorLogModel>,
  { from, to }: Period,
  filter: ErrorLogFilter,
  slice: PageSlice,
): Promise<Page<ErrorLogEntry>> {
  const { fault, ...equal } = filter;
  const match = {
    ...Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined)),
    ...(fault === undefined ? {} : faultMatch(fault)),
    at: { $gte: from, $lte: to },
  };
  const [total, { documents, next }] = await Promise.all([
    errorLogEntries.countDocuments(match),
    readSlice<ErrorLogDocument>(errorLogEntries.find(match), order, slice),
  ]);
  return { total, items: documents.map(presentEntry), next };
}

/** The end of a span of time from which few entries lead to the one with the number `skip`. */
async function locate(
  near: number,
  countEntries: ReturnType<typeof createEntryCounts>,
  slices: readonly Slice[],
  level: ErrorLogLevel | undefined,
  skip: number,
): Promise<{ readonly to: Date; readonly skip: number } | null> {
  let passed = 0;
  const slice = slices.find(({ count }) => {
    passed += count;
    return passed > skip;
  });
  if (slice === undefined) {
    return null;
  }
  const { from, to, grain, count } = slice;
  const found = { to: new Date(to.getTime() - 1), skip: skip - (passed - count) };
  if (found.skip <= near || grain <= minBucketWidth) {
    return found;
  }
  const narrower = await countEntries({ from, to: found.to }, level, grain);
  return (await locate(near, countEntries, narrower, level, found.skip)) ?? found;
}

function sum(slices: readonly Slice[]): number {
  return slices.reduce((total, { count }) => total + count, 0);
}

/** Entries of earlier releases have no fault: a warning of an import counts as the caller's. */
function faultMatch(fault: ErrorLogFault): object {
  const old = { fault: { $exists: false }, level: 'warning', source: 'import' };
  return fault === 'caller' ? { $or: [{ fault }, old] } : { fault: { $ne: 'caller' }, $nor: [old] };
}

function faultOf({ fault, level, source }: ErrorLogDocument): ErrorLogFault {
  return fault ?? (level === 'warning' && source === 'import' ? 'caller' : 'service');
}

function messageOf({ message, rowCount = 0, ...rowsOfEntry }: ErrorLogDocument): string {
  if (rowCount === 0) {
    return message;
  }
  const rows = rowPlacesOf(rowsOfEntry).map(({ row }) => row);
  const names = `${rows.length === 1 ? 'row' : 'rows'} ${rows.join(', ')}`;
  const more = rowCount - rows.length;
  return `${message} (${more > 0 ? `${names} and ${more} more` : names})`;
}

function presentEntry(document: ErrorLogDocument): ErrorLogEntry {
  const { _id, at, ...entry } = document;
  return {
    id: _id,
    at: at.toISOString(),
    level: entry.level,
    message: messageOf(document),
    source: entry.source,
    leadId: entry.leadId,
    errorCode: entry.errorCode,
    jobId: entry.jobId,
    requestId: entry.requestId,
    fault: faultOf(document),
    leadSource: entry.leadSource ?? null,
    rows: rowPlacesOf(entry),
  };
}

function createEntryCounts(connection: Connection): CountEntries {
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
