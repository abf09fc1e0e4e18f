import { isoTime } from '@leadbridge/platform';

import { createMemoryJobs, type MemoryJobGiven } from '../../testing/memory-jobs.js';
import { jobRecordOf, readJob } from '../../work/read-job.js';
import { createTrialLane } from '../../work/trials.js';
import { createBatchWidth } from '../../work/batch-width.js';
import type { BulkImportDependencies, BulkRun } from '../bulk/bulk-run.js';
import { batchOptionsOf } from '../read/read-options.js';
import { createRunMeter } from '../../work/run-meter.js';
import { createImportWorld } from './stage-context.js';

/** Bulk imports with in-memory ports. */
export function createBulkWorld({
  isStopping = () => false,
  ...options
}: Parameters<typeof createImportWorld>[0] & { readonly isStopping?: () => boolean } = {}) {
  const world = createImportWorld(options);
  const jobs = createMemoryJobs(world.store);
  const trials = createTrialLane(world.clock);
  const deps: BulkImportDependencies = {
    ...world.deps,
    ...{ runs: jobs.runs, importJobs: jobs.importJobs, trials, isStopping },
  };
  return {
    ...{ ...world, jobs, trials, deps },

    /** A bulk import of these leads that has begun. */
    async begin(
      leads: readonly unknown[],
      batchOptions: object = {},
      { rowsToTry = 0, input = {}, ...given }: MemoryJobGiven & { readonly input?: object } = {},
    ): Promise<BulkRun> {
      const rows = leads.map((data) => ({ data }));
      const sent = { source: 'csv', batch_options: batchOptions, ...input };
      const jobId = jobs.add('bulk_import', sent, { rows, ...given });
      const [record] = await deps.runs.begin([jobId], isoTime(world.clock.now()));
      if (record === undefined) {
        throw new Error(`The job ${jobId} has ended`);
      }
      const job = readJob(jobRecordOf('bulk_import', record));
      const batch = batchOptionsOf(job, deps.settings());
      return {
        ...{ job, run: record.run, options: batch, width: createBatchWidth(job, batch), rowsToTry },
        meter: createRunMeter(deps.psa, world.clock.now, undefined),
        ...{ seen: new Map(), faults: new Map(), refusedInARow: 0 },
      };
    },

    /** The outcomes of a job's rows. */
    outcomesOf: ({ job }: BulkRun): readonly (string | null)[] =>
      jobs.rowsOf(job.jobId).map(({ index }) => {
        const outcome = world.store.outcomes.get(`${job.jobId}#${index}`);
        return outcome === undefined ? null : outcome.status === 'succeeded' ? outcome.result : outcome.code;
      }),
  };
}
