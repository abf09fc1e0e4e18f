import type { ImportJobs } from '../ports/import-store.js';
import type { JobRun, JobRuns } from '../ports/job-runs.js';
import type { Job } from '../ports/jobs.js';
import type { TrialLane } from '../work/trials.js';
import type { ImportDependencies } from './batch.js';
import type { BatchWidth } from './batch-width.js';
import type { BatchOptions } from './read-options.js';
import type { RunMeter } from '../work/run-meter.js';

export interface BulkImportDependencies extends ImportDependencies {
  readonly runs: JobRuns;
  readonly trials: TrialLane;
  readonly importJobs: ImportJobs;
  /** True once this process is to end: the import goes on elsewhere after the batches in hand. */
  readonly isStopping: () => boolean;
}

/** What one run of a bulk import knows from batch to batch. */
export interface BulkRun {
  readonly job: Job<'bulk_import'>;
  readonly run: JobRun;
  readonly meter: RunMeter;
  readonly options: BatchOptions;
  readonly seen: Map<string, number>;
  readonly faults: Map<number, number>;
  readonly width: BatchWidth;
  /** Rows that are still worked on one at a time, as processes have ended in the middle of them. */
  rowsToTry: number;
}
