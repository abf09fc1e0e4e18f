import type { JobResult, JobType } from '@leadbridge/contracts';
import type { Traced } from '@leadbridge/platform';

import type { DomainEvent } from './domain-event.js';
import type { ImportIntent } from './import-intent.js';
import type { JobError, JobProgress, JobRecord, PutBack } from './jobs.js';
import type { RowOutcome } from './row-outcome.js';

/**
 * A run of a job: a token known only to its holder. Several workers may run one job, after a queue was lost
 * or a worker was assumed dead. Claims guard what each of them writes; only the latest run may give the job
 * up.
 */
export interface JobRun {
  readonly jobId: string;
  readonly token: string;
}

export type BegunJob = JobRecord & {
  readonly run: JobRun;
  /**
   * How many processes have ended during a run of the job since the job last made progress. A run that
   * finishes or puts the job back reports that, and is not counted. One too high if two runs overlapped.
   */
  readonly lostRuns: number;
  /** What earlier runs of a single import have left. */
  readonly earlier: EarlierWork;
};

export interface EarlierWork {
  readonly intent: ImportIntent | null;
  /** Set if the job could not end with its outcome, because lists remained to be filled. */
  readonly outcome: RowOutcome | null;
}

export interface JobRuns {
  /** Keeps the first start time. No longer put back. Returns those with work left. */
  begin(jobIds: readonly string[], at: string): Promise<readonly BegunJob[]>;
  /** False once another run of the job has begun, or the job has ended. */
  isLatest(run: JobRun): Promise<boolean>;
  /** Ends a job; does nothing if the job has already ended. */
  finish(end: JobEnd): Promise<void>;
  finishMany(ends: readonly JobEnd[]): Promise<void>;
  progress(jobId: string): Promise<JobProgress>;
  isCancelRequested(jobId: string): Promise<boolean>;
  /** For estimates and the next run. Figures lost in a crash are measured again. */
  note(
    jobId: string,
    found: Pick<
      JobRecord,
      'pace' | 'rowsAtOnce' | 'callsPerWindow' | 'windowMs' | 'callsInVain' | 'rowsToTry'
    >,
  ): Promise<void>;
  /**
   * Records that the job is working on only this row. Returns how many earlier trials of the row did not end
   * because the process ended first.
   *
   * @throws StaleClaimError if another run of the job has begun, or the job has ended
   */
  beginTrial(run: JobRun, index: number): Promise<number>;
  /** Ends the trial, whatever its result. */
  endTrial(run: JobRun, index: number): Promise<void>;
  /** What the job waits for, if it is to be shown. Concurrent calls are written together. */
  putBack(jobId: string, wait: PutBack | null): Promise<void>;
  /** Of the types that this release supports, created before `before`, oldest first. */
  unfinished(
    before: string,
    limit: number,
  ): Promise<
    readonly ({ readonly jobId: string; readonly type: JobType; readonly requestId: string } & Traced)[]
  >;
}

export interface JobEnd {
  readonly jobId: string;
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly result: JobResult | null;
  readonly error: JobError | null;
  readonly at: string;
  /** Written in the transaction that ends the job. */
  readonly events?: readonly DomainEvent[];
  /** Omitted if progress was counted row by row. */
  readonly progress?: JobProgress;
}
