import type { ImportPlan, PlannedOutcome } from '@leadbridge/contracts';

import type { ImportIntent } from './import-intent.js';
import type { JobRun } from './job-runs.js';
import type { FailedOutcome, RowPlace } from './row-outcome.js';

export interface PendingRow extends RowPlace {
  readonly data: unknown;
  readonly intent: ImportIntent | null;
  /** The outcome that the dry run showed, if this job carries out a dry run. */
  readonly planned: PlannedOutcome | null;
}

/** A row as it was sent and, for a dry run, its plan. */
export interface EarlierRow extends RowPlace {
  readonly data: unknown;
  readonly isPending: boolean;
  readonly plan: ImportPlan | null;
}

/** The parts of job records that the import handlers need and the API does not expose. */
export interface ImportJobs {
  /** The next rows without an outcome, from index `from` upwards, ordered by index. */
  pendingRows(jobId: string, from: number, limit: number): Promise<readonly PendingRow[]>;
  /** The highest index of a row with an outcome; null if no row has one. */
  lastDecided(jobId: string): Promise<number | null>;
  /** To detect keys that occurred earlier. Excludes rows that were set aside: nothing reads them again. */
  rowsBefore(jobId: string, index: number): AsyncIterable<EarlierRow>;
  /**
   * Fails every row without an outcome and returns how many. Rows that a cancelled import did not reach count
   * as not processed.
   *
   * @param end `tried` is false for rows that were never started: analytics count only what was tried. `at`
   * is ISO 8601
   * @param run the run that gives up the job. Throws `StaleClaimError` if another run has started since;
   * nothing is written then
   */
  failPendingRows(
    jobId: string,
    outcome: FailedOutcome,
    end: { readonly at: string; readonly tried: boolean },
    run?: JobRun,
  ): Promise<number>;
  /** Keeps the rows of a job that ends now (`at`, ISO 8601) for at least as long as its record. */
  keepRows(job: { readonly jobId: string; readonly createdAt: string }, at: string): Promise<void>;
}
