import { unfinishedJobStatuses, type JobResult } from '@leadbridge/contracts';
import { derivedJobId } from '@leadbridge/platform';
import pMap from 'p-map';

import type { Job, JobRecord } from '../ports/jobs.js';
import type { JobOutcome } from '../work/job-outcome.js';
import { storeAndStart } from '../work/start-jobs.js';
import type { SuppressionDependencies } from '../suppression/suppression-work.js';

export type TicketSyncJob = Job<'dnc_sync' | 'ticket_change'>;

export type NotificationResult =
  | Exclude<JobResult<TicketSyncJob['type']>, { readonly results: unknown }>
  | { readonly success: false; readonly ticketId: number; readonly error: string };

type Dependencies = Pick<SuppressionDependencies, 'jobs' | 'queue' | 'clock'>;

export const noOptOut = 'No Do Not Contact change';
/** Milliseconds until it is checked again whether all of a list have been processed. */
const underWayMs = 2_000;
const concurrentJobs = 20;

/**
 * Makes each notification of a list a job of its own: the list needs more calls than a window of the PSA's budget has,
 * and would begin anew in each. It waits for them. Safe to repeat.
 */
export async function takeApart(deps: Dependencies, job: TicketSyncJob): Promise<JobOutcome> {
  const { type, requestId, actor, createdAt, input } = job;
  await pMap(
    input.notifications,
    async (notification, index) =>
      storeAndStart(deps, {
        ...{ jobId: partOf(job, index), type, requestId, actor, createdAt, total: 1 },
        input: { notifications: [notification], isList: false },
      }),
    { concurrency: concurrentJobs },
  );
  return { kind: 'waiting', continueAt: deps.clock.now() + underWayMs, reason: 'psa_budget' };
}

/** What became of the notifications of a list that was taken apart, or when to look again; null if it was not. */
export async function resultsApart(
  deps: Dependencies,
  job: TicketSyncJob,
): Promise<readonly NotificationResult[] | JobOutcome | null> {
  if ((await deps.jobs.find(partOf(job, 0))) === null) {
    return null;
  }
  const results: NotificationResult[] = [];
  // The last ones end last: as long as some are open, few are read.
  for (const [index, { ticketId }] of [...job.input.notifications.entries()].toReversed()) {
    const part = await deps.jobs.find(partOf(job, index));
    if (part === null) {
      // The worker may have been killed between two of them.
      return await takeApart(deps, job);
    }
    if (unfinishedJobStatuses.includes(part.status)) {
      return { kind: 'waiting', continueAt: deps.clock.now() + underWayMs, reason: 'psa_budget' };
    }
    results.push(resultOf(part, ticketId));
  }
  return results.toReversed();
}

function partOf({ jobId }: TicketSyncJob, index: number): string {
  return derivedJobId(`${jobId}#${index}`);
}

function resultOf({ result, error }: JobRecord, ticketId: number): NotificationResult {
  if (result === null) {
    return { success: false, ticketId, error: error?.message ?? 'The notification failed' };
  }
  return 'suppressionResult' in result
    ? { success: true, ticketId, suppressionResult: result.suppressionResult }
    : { success: true, ticketId, message: noOptOut };
}
