import { rowJobTypes, unfinishedJobStatuses } from '@leadbridge/contracts';
import type { Clock } from '@leadbridge/platform';
import {
  batchOptionsOf,
  isOfType,
  readJob,
  type JobRecord,
  type JobStore,
  type Settings,
  type SettingsPort,
} from '@leadbridge/usecases';

import { rememberFor } from './connections/remember.js';
import { estimateFinish, secondsOfCalls } from './presenters/estimate-finish.js';
import { waitingFor } from './presenters/waiting-for.js';
import type { ApiServices } from './services.js';

/** How long the other jobs of an estimate are cached: a list of jobs needs them for each. */
const jobsForMs = 1_000;

/** They share the budget of PSA requests; with more jobs than this an estimate means nothing anyway. */
const jobsEstimated = 100;

type Parts = Pick<ApiServices, 'workers' | 'psaBudget'> & {
  readonly jobs: JobStore;
  readonly settings: SettingsPort;
  readonly clock: Clock;
};

export function composeEstimates({
  workers,
  psaBudget,
  jobs,
  settings,
  clock,
}: Parts): Pick<ApiServices, 'waitingFor' | 'estimateFinish' | 'estimateSeconds'> {
  const jobsOfRowsNow = rememberFor(jobsForMs, clock, async () => unfinishedJobsOfRows(jobs));
  return {
    waitingFor: async (job) => {
      const [known, budget] = await Promise.all([workers(), psaBudget()]);
      return waitingFor(job, { now: clock.now(), workers: known, budget });
    },
    estimateFinish: async (record) => {
      const leadsPerMinute = ownRateOf(record, settings.current());
      const [budget, unfinished] = await Promise.all([psaBudget(), jobsOfRowsNow()]);
      const others = unfinished.filter(({ jobId }) => jobId !== record.jobId);
      return estimateFinish(record, { now: clock.now(), budget, others, leadsPerMinute });
    },
    estimateSeconds: async (requests) => {
      const budget = await psaBudget();
      return budget === null ? null : secondsOfCalls(requests, clock.now(), budget);
    },
  };
}

/** Bulk imports and undos. */
async function unfinishedJobsOfRows(jobs: JobStore): Promise<readonly JobRecord[]> {
  const pages = await Promise.all(
    unfinishedJobStatuses.flatMap((status) =>
      rowJobTypes.map(async (type) => jobs.list({ type, status, page: 1, limit: jobsEstimated })),
    ),
  );
  return pages.flatMap(({ items }) => items);
}

/** The configured pace of a bulk import, in leads per minute; null for an unreadable input. */
function ownRateOf(record: JobRecord, settings: Settings): number | null {
  try {
    return isOfType('bulk_import', record) ? batchOptionsOf(readJob(record), settings).rateLimit : null;
  } catch {
    return null;
  }
}
