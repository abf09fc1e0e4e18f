import type { ErrorLogFault, ErrorLogLevel, Period, PageQuery } from '@leadbridge/contracts';
import type { ErrorLogEntry, ErrorLogFilter, ErrorLogReader, Page } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { readSlice, sliceOf, type PageSlice } from '../read-page.js';
import { bucketWidths } from '../totals/partition-period.js';
import { createEntryCounts, type Slice } from './entry-counts.js';
import {
  errorLogIndexes,
  errorLogModel,
  retentionSeconds,
  rowPlacesOf,
  type ErrorLogDocument,
} from './error-log-model.js';

const order = { at: -1, _id: -1 } as const;
/** Skipping this many entries is fast. */
const nearby = 5_000;
const minBucketWidth = Math.min(...bucketWidths);
/** MongoDB removes entries by its own clock; entries that it may already have removed are not counted. */
const clockToleranceMs = 10 * 60_000;
/** The last possible time but one. */
const endOfTime = new Date(8_640_000_000_000_000 - 1);

interface ErrorLogModels {
  readonly near: number;
  readonly errorLogEntries: ReturnType<typeof errorLogModel>;
  readonly countEntries: ReturnType<typeof createEntryCounts>;
}

/**
 * Pages of the error log. An entry is found by its number through the totals of time buckets, however old it
 * is.
 *
 * @param near how many entries a read may skip
 */
export function createErrorLog(connection: Connection, near = nearby): ErrorLogReader {
  const models: ErrorLogModels = {
    near,
    errorLogEntries: errorLogModel(connection),
    countEntries: createEntryCounts(connection),
  };

  return {
    list: async (query) => listEntries(models, query),
  };
}

async function listEntries(
  models: ErrorLogModels,
  {
    from,
    to,
    page,
    limit,
    cursor,
    ...filter
  }: ErrorLogFilter & PageQuery & { readonly from?: Date; readonly to?: Date },
): Promise<Page<ErrorLogEntry>> {
  const oldest = Date.now() - retentionSeconds * 1_000 + clockToleranceMs;
  const period: Period = {
    from: new Date(Math.max(from?.getTime() ?? oldest, oldest)),
    to: to ?? endOfTime,
  };
  const slice = sliceOf({ page, limit, ...(cursor === undefined ? {} : { cursor }) });
  const { level, ...narrow } = filter;
  if (Object.values(narrow).some((value) => value !== undefined)) {
    return await readFiltered(models, period, filter, slice);
  }
  const counting = models.countEntries(period, level);
  if (slice.skip <= models.near) {
    const [slices, found] = await Promise.all([counting, readPeriod(models, period, level, slice)]);
    return { total: sum(slices), ...found };
  }
  const slices = await counting;
  const start = await locate(models, slices, level, slice.skip);
  const found =
    start === null
      ? { items: [], next: null }
      : await readPeriod(models, { from: period.from, to: start.to }, level, { ...slice, skip: start.skip });
  return { total: sum(slices), ...found };
}

async function readPeriod(
  { errorLogEntries }: ErrorLogModels,
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
  { errorLogEntries }: ErrorLogModels,
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
  models: ErrorLogModels,
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
  if (found.skip <= models.near || grain <= minBucketWidth) {
    return found;
  }
  const narrower = await models.countEntries({ from, to: found.to }, level, grain);
  return (await locate(models, narrower, level, found.skip)) ?? found;
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
