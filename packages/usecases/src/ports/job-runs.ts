import type { JobResult, JobType } from '@leadbridge/contracts';
import type { Traced } from '@leadbridge/platform';

import type { DomainEvent } from './domain-event.js';
import type { JobError, JobProgress, JobRecord, PutBack } from './jobs.js';

/**
 * A run of a job: a token that its holder alone knows. Several workers may run one job, after a lost queue or where one was taken for
 * dead: what each writes is guarded by claims, and to give the job up is the right of the one that began last.
 */
export interface JobRun {
  readonly jobId: string;
  readonly token: string;
}

export type BegunJob = JobRecord & {
  readonly run: JobRun;
  /**
   * How many processes have ended in the middle of a run of the job since it last got on: a run that comes to its end, or puts the job back,
   * says so. Where two runs overlapped it is one too many.
   */
  readonly lostRuns: number;
};

/** What the worker needs of job records. */
export interface JobRuns {
  /** Marks the jobs active (first start kept), no longer put back, and returns those that still want work. */
  begin(jobIds: readonly string[], at: string): Promise<readonly BegunJob[]>;
  /** False once another run of the job has begun, or the job has ended. */
  isLatest(run: JobRun): Promise<boolean>;
  /** Ends a job, once: a job that has already ended is left alone. */
  finish(end: JobEnd): Promise<void>;
  finishMany(ends: readonly JobEnd[]): Promise<void>;
  progress(jobId: string): Promise<JobProgress>;
  isCancelRequested(jobId: string): Promise<boolean>;
  /** Remembers how a bulk import gets on, for estimates and for its next run. What a crash loses of it is learnt again. */
  note(
    jobId: string,
    found: Pick<JobRecord, 'pace' | 'rowsAtOnce' | 'callsPerWindow' | 'windowMs' | 'rowsToTry'>,
  ): Promise<void>;
  /**
   * Writes down that a row of the job is worked on and nothing else. Answers how many trials of the row were not ended: the
   * process ended before.
   *
   * @throws StaleClaimError where another run of the job has begun, or the job has ended
   */
  beginTrial(run: JobRun, index: number): Promise<number>;
  /** The trial has come to an end, whatever came of it. */
  endTrial(run: JobRun, index: number): Promise<void>;
  /**
   * This process has put the job back. Remembers what it waits for, until it begins again; null where that is not worth telling. Calls that
   * arrive together are written together.
   */
  putBack(jobId: string, wait: PutBack | null): Promise<void>;
  /** Jobs of the types that this release knows that are not finished and were created before `before` (ISO 8601), oldest first. */
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
  /** Told in the transaction that ends the job. */
  readonly events?: readonly DomainEvent[];
  /** Left out where rows were counted on the way. */
  readonly progress?: JobProgress;
}
