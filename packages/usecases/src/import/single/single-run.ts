import type { ImportJobs } from '../../ports/import-jobs.js';
import type { JobRun, JobRuns } from '../../ports/job-runs.js';
import type { RunResult } from '../../work/run-result.js';
import type { TrialLane } from '../../work/trials.js';
import type { ImportDependencies } from '../batch.js';

export interface SingleImportDependencies extends ImportDependencies {
  readonly runs: JobRuns;
  readonly trials: TrialLane;
  readonly importJobs: ImportJobs;
}

export interface SingleRun {
  readonly jobId: string;
  /** True for a retry: it runs alone, so that one lead that always fails cannot make others fail forever. */
  readonly runsAlone: boolean;
  readonly lastAttempt: boolean;
}

/** A run that waits for its batch, and then for its end. */
export interface WaitingRun {
  readonly run: SingleRun;
  begun: JobRun | null;
  /** Runs `work` in the trace and the request context of this job. */
  readonly inContext: (work: () => Promise<void>) => Promise<void>;
  readonly resolve: (result: RunResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The runs of a batch by job; settled runs are removed. */
export type WaitingRuns = Map<string, WaitingRun>;

export function take(waiting: WaitingRuns, jobId: string): WaitingRun[] {
  const run = waiting.get(jobId);
  waiting.delete(jobId);
  return run === undefined ? [] : [run];
}

export function settle(waiting: WaitingRuns, jobId: string, result: RunResult): void {
  take(waiting, jobId).forEach(({ resolve }) => {
    resolve(result);
  });
}
