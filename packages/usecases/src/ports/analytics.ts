import type { ErrorLogFault, ErrorLogLevel, HistoryPoint, PageQuery, Period } from '@leadbridge/contracts';

import type { Page } from './page.js';
import type { RowPlace } from './row-outcome.js';

export interface ErrorLogEntry {
  /** `err_…` */
  readonly id: string;
  readonly at: string;
  readonly level: ErrorLogLevel;
  readonly message: string;
  readonly source: string;
  readonly leadId: number | null;
  readonly errorCode: string;
  readonly jobId: string | null;
  readonly requestId: string | null;
  readonly fault: ErrorLogFault;
  /** The name of the lead's source, if the entry is about a lead. */
  readonly leadSource: string | null;
  /** The first rows of the job that it is about. */
  readonly rows: readonly RowPlace[];
}

/** Filters the error log; all given criteria must match. */
export interface ErrorLogFilter {
  readonly level?: ErrorLogLevel;
  readonly fault?: ErrorLogFault;
  readonly errorCode?: string;
  readonly jobId?: string;
  readonly requestId?: string;
  readonly leadId?: number;
  readonly leadSource?: string;
}

export interface ErrorLogReader {
  /** Newest first. */
  list(
    query: ErrorLogFilter & PageQuery & { readonly from?: Date; readonly to?: Date },
  ): Promise<Page<ErrorLogEntry>>;
}

export interface SourceFacts {
  readonly source: string;
  readonly created: number;
  /** Created, updated, skipped or preserved. */
  readonly succeeded: number;
  readonly tried: number;
}

export type IntervalFacts = Omit<HistoryPoint, 'start'> & { readonly start: Date };

export interface DealSums {
  /** The number of opportunities with a value, and the sum of their values. */
  readonly priced: number;
  readonly value: number;
  /** Opportunities whose creation is known, and the sum of the milliseconds until they were won. */
  readonly dated: number;
  readonly millisecondsToWin: number;
}

export interface TransitionFacts {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  /** Total seconds that these records spent in `from`. */
  readonly secondsInFrom: number;
  /** All zeros except for transitions to `won`. */
  readonly deals: DealSums;
}

/** Reads facts recorded when the work was done. `source` restricts the result to leads that it created. */
export interface AnalyticsReader {
  /** In order of their names. */
  sourceFacts(period: Period, source?: string): Promise<readonly SourceFacts[]>;
  /**
   * The intervals of a period with any activity, in order.
   *
   * @param period of whole intervals
   * @param intervalMs an hour or a day
   */
  importHistory(period: Period, intervalMs: number, source?: string): Promise<readonly IntervalFacts[]>;
  /** Ordered by `from` and `to`. */
  transitions(period: Period, source?: string): Promise<readonly TransitionFacts[]>;
  /** The number of records by current status. */
  standing(source?: string): Promise<ReadonlyMap<string, number>>;
}

/** Recorded facts aggregated into time buckets, so that a year can be read at once. */
export interface FactTotals {
  /**
   * Aggregates some of the facts that are in no total yet. Analytics are exact before and after; this affects
   * only their speed.
   *
   * @returns how many; 0 if none is left or another process is doing it
   */
  rollUp(): Promise<number>;
}
