import type { ErrorLogLevel, Period } from '@leadbridge/contracts';

import type { Page } from './jobs.js';

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
}

export interface ErrorLogReader {
  /** Newest first. */
  list(query: {
    readonly level?: ErrorLogLevel;
    readonly from?: Date;
    readonly to?: Date;
    readonly page: number;
    readonly limit: number;
  }): Promise<Page<ErrorLogEntry>>;
}

/** How the rows of one source ended in a period. */
export interface SourceFacts {
  readonly source: string;
  readonly created: number;
  /** Created, updated, skipped or preserved. */
  readonly succeeded: number;
  readonly tried: number;
}

/** Moves from one status to another in a period. */
export interface MoveFacts {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  /** Seconds that these records stood in `from`, added up. */
  readonly secondsInFrom: number;
}

export interface DealFacts {
  /** Null where nothing was won. */
  readonly averageValue: number | null;
  readonly averageDaysToWin: number | null;
}

/** Reads what was recorded while the work was done. `source` narrows everything down to the leads that it created. */
export interface AnalyticsReader {
  sourceFacts(period: Period, source?: string): Promise<readonly SourceFacts[]>;
  prospectsCreated(period: Period, source?: string): Promise<number>;
  opportunitiesWon(period: Period, source?: string): Promise<number>;
  moves(period: Period, source?: string): Promise<readonly MoveFacts[]>;
  /** Records by the status that they have now. */
  standing(source?: string): Promise<ReadonlyMap<string, number>>;
  deals(period: Period, source?: string): Promise<DealFacts>;
}
