import { isoTime, type Clock } from '@leadbridge/platform';

import type { ImportJobs } from '../ports/import-jobs.js';
import type { FailedOutcome } from '../ports/import-store.js';
import type { JobEnd, JobRun, JobRuns } from '../ports/job-runs.js';
import type { NewErrorLogEntry } from '../ports/error-log-entry.js';
import { endOfFault, jobError } from './job-fault.js';

interface RowsDependencies {
  readonly runs: Pick<JobRuns, 'finish'>;
  readonly importJobs: Pick<ImportJobs, 'failPendingRows' | 'keepRows'>;
  readonly store: { saveErrorLogEntries(errorLogEntries: readonly NewErrorLogEntry[]): Promise<void> };
  readonly clock: Clock;
}

interface RowsJob {
  readonly jobId: string;
  readonly createdAt: string;
}

/** Extends the lifetime of the rows first: even after a crash no job outlives its rows. */
export async function finishRows(
  { importJobs, runs }: Pick<RowsDependencies, 'importJobs' | 'runs'>,
  job: RowsJob,
  end: JobEnd,
): Promise<void> {
  await importJobs.keepRows(job, end.at);
  await runs.finish(end);
}

/** Fails the pending rows with the reason, so that every row is accounted for. */
export async function giveRowsUp(
  deps: RowsDependencies,
  job: RowsJob,
  run: JobRun,
  given: {
    readonly error: unknown;
    /** The outcome of each pending row. */
    readonly outcome: FailedOutcome;
    /** Whether the rows may have been tried. */
    readonly tried: boolean;
    /** The error log message before the reason. */
    readonly summary: string;
  },
): Promise<void> {
  const at = isoTime(deps.clock.now());
  const { code, message } = jobError(given.error);
  await deps.importJobs.failPendingRows(job.jobId, given.outcome, { at, tried: given.tried }, run);
  await deps.store.saveErrorLogEntries([
    {
      level: 'error',
      message: `${given.summary}: ${message}`,
      source: code === 'EXTERNAL_API_ERROR' ? 'psa' : 'import',
      errorCode: code,
      jobId: job.jobId,
    },
  ]);
  await finishRows(deps, job, endOfFault(job.jobId, given.error, at));
}
