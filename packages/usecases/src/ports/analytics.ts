import type { ErrorLogFault, ErrorLogLevel, PageQuery, Period } from '@leadbridge/contracts';

import type { Page } from './page.js';

/** An entry of the error log. */
export interface ErrorLogEntry {
  /** `err_…` */
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly level: ErrorLogLevel;
  readonly message: string;
  readonly source: string;
  readonly leadId: number | null;
  readonly errorCode: string;
  readonly jobId: string | null;
  readonly requestId: string | null;
  readonly fault: ErrorLogFault;
  /** The name of the lead's source, where the entry is about a lead. */
  readonly leadSource: string | null;
}

/** What narrows the error log down; all that are given hold. */
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

/** How the rows of one source ended in a period. */
export interface SourceFacts {
  readonly source: string;
  readonly created: number;
  /** Created, updated, skipped or preserved. */
  readonly succeeded: number;
  readonly tried: number;
}

/** How the rows of one interval ended. */
export interface IntervalFacts {
  readonly start: Date;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly preserved: number;
  readonly failed: number;
}

/** What won opportunities came to, added up. */
export interface DealSums {
  /** Those that have a value, and their values. */
  readonly priced: number;
  readonly value: number;
  /** Those that are known, and the milliseconds from their creation until they were won. */
  readonly dated: number;
  readonly millisecondsToWin: number;
}

/** Moves from one status to another in a period. */
export interface TransitionFacts {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  /** Seconds that these records stood in `from`, added up. */
  readonly secondsInFrom: number;
  /** All zeros but for moves to `won`. */
  readonly deals: DealSums;
}

/** Reads what was recorded while the work was done. `source` narrows everything down to the leads that it created. */
export interface AnalyticsReader {
  /** In the order of their names. */
  sourceFacts(period: Period, source?: string): Promise<readonly SourceFacts[]>;
  /**
   * The intervals of a period in which something happened, in their order.
   *
   * @param period of whole intervals
   * @param intervalMs an hour or a day
   */
  importHistory(period: Period, intervalMs: number, source?: string): Promise<readonly IntervalFacts[]>;
  /** In the order of `from` and `to`. */
  transitions(period: Period, source?: string): Promise<readonly TransitionFacts[]>;
  /** Records by the status that they have now. */
  standing(source?: string): Promise<ReadonlyMap<string, number>>;
}

/** Recorded facts, rolled up in buckets of time so that a year of them is read at once. */
export interface FactTotals {
  /**
   * Rolls up some facts that are in no total yet. Analytics are exact before and after; only their speed depends on it.
   *
   * @returns how many; 0 where none is left or another process is at it
   */
  rollUp(): Promise<number>;
}
