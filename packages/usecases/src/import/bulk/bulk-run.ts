import type { ImportJobs } from '../../ports/import-jobs.js';
import type { JobRun, JobRuns } from '../../ports/job-runs.js';
import type { Job } from '../../ports/jobs.js';
import type { TrialLane } from '../../work/trials.js';
import type { RowPlace } from '../../ports/row-outcome.js';
import type { ImportDependencies } from '../batch.js';
import type { BatchWidth } from '../../work/batch-width.js';
import type { BatchOptions } from '../read/index.js';
import type { RunMeter } from '../../work/run-meter.js';

export interface BulkImportDependencies extends ImportDependencies {
  readonly runs: JobRuns;
  readonly trials: TrialLane;
  readonly importJobs: ImportJobs;
  /** True once this process is shutting down: the import continues elsewhere after its current batches. */
  readonly isStopping: () => boolean;
}

/** The state that one run of a bulk import keeps between batches. */
export interface BulkRun {
  readonly job: Job<'bulk_import'>;
  readonly run: JobRun;
  readonly meter: RunMeter;
  readonly options: BatchOptions;
  readonly seen: Map<string, RowPlace>;
  readonly faults: Map<number, number>;
  readonly width: BatchWidth;
  /** How many rows still run one at a time, because processes have crashed while importing them. */
  rowsToTry: number;
  /** How many rows the PSA has refused one after the other, each alone. */
  refusedInARow: number;
}
