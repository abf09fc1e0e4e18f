import type { Clock } from '@leadbridge/platform';

import type { JobRun, JobRuns } from '../ports/job-runs.js';
import { DeadlyRowError, type TrialSubject } from './deadly-row-error.js';
import type { RunResult } from './run-result.js';

/**
 * The number of processes that must crash during a job, without progress in between, before its rows run one
 * at a time. A lower number would slow down each job whose worker was killed.
 */
const lostRunsUntilSuspected = 2;
/**
 * The number of processes that must crash while working on only one row before the row is set aside. Workers
 * that are killed for other reasons hardly ever hit the same row that often in succession.
 */
const lostTrialsUntilSetAside = 4;
/** The number of crashes before the row is set aside unread; before that, it is still read for its opt-outs. */
const lostTrialsUntilUnread = 6;

export function isSuspected({ lostRuns }: { readonly lostRuns: number }): boolean {
  return lostRuns >= lostRunsUntilSuspected;
}

/** How many rows a run processes one at a time. The remainder from earlier runs is stored with the job. */
export function rowsToTryOf(
  job: { readonly lostRuns: number; readonly rowsToTry?: number },
  rowsInHand: number,
): number {
  const left = job.rowsToTry ?? 0;
  return isSuspected(job) ? Math.max(left, rowsInHand) : left;
}

/** Milliseconds after which a job asks for the lane again. */
const retryDelayMs = 1_000;
/** Milliseconds that a job waits before the lane is kept for it. */
const patienceMs = 5_000;
/** Milliseconds after which a job that has not asked again waits no longer: it may have ended elsewhere. */
const goneMs = 3 * retryDelayMs;

/** Another row of this process is being tried, or a job that has waited longer is next. */
export class TrialLaneBusyError extends Error {
  override readonly name = 'TrialLaneBusyError';

  constructor(readonly retryAt: number) {
    super('Another row is tried alone in this process');
  }
}

/**
 * What follows when the lane is busy: the job is put back.
 *
 * @throws any other error
 */
export function whenLaneIsFree(error: unknown): RunResult {
  if (error instanceof TrialLaneBusyError) {
    return { done: false, continueAt: error.retryAt };
  }
  throw error;
}

/** Rows that this process tries alone take turns, so that a crash can be attributed to one row. */
export interface TrialLane {
  /**
   * Returns the function that leaves the lane.
   *
   * @throws TrialLaneBusyError while another row is being tried, or if another job has waited too long
   */
  enter(jobId: string): () => void;
}

export function createTrialLane(clock: Clock): TrialLane {
  let isTaken = false;
  /** By job id, the longest waiting first. */
  const waiting = new Map<string, { readonly since: number; readonly askedAt: number }>();
  return {
    enter(jobId) {
      const now = clock.now();
      for (const [id, { askedAt }] of waiting) {
        if (now - askedAt >= goneMs) {
          waiting.delete(id);
        }
      }
      const [[next, { since }] = [jobId, { since: now }]] = waiting;
      const isKept = next !== jobId && now - since >= patienceMs;
      if (isTaken || isKept) {
        waiting.set(jobId, { since: waiting.get(jobId)?.since ?? now, askedAt: now });
        throw new TrialLaneBusyError(now + retryDelayMs);
      }
      isTaken = true;
      waiting.delete(jobId);
      return () => {
        isTaken = false;
      };
    },
  };
}

export interface TrialDependencies {
  readonly runs: Pick<JobRuns, 'beginTrial' | 'endTrial'>;
  readonly trials: TrialLane;
}

export interface Trial {
  readonly run: JobRun;
  readonly index: number;
  readonly subject: TrialSubject;
}

export interface TrialSteps<T> {
  readonly work: () => Promise<T>;
  readonly setAside: (fault: DeadlyRowError) => Promise<T>;
}

/**
 * Processes one row of a job, while no other suspect runs in this process.
 *
 * @param steps runs `work`, or `setAside` if the row has crashed too many processes
 * @throws TrialLaneBusyError if another suspect runs or waits
 * @throws StaleClaimError if another run of the job has begun
 */
export async function tryAlone<T>(
  { runs, trials }: TrialDependencies,
  { run, index, subject }: Trial,
  { work, setAside }: TrialSteps<T>,
): Promise<T> {
  const leave = trials.enter(run.jobId);
  try {
    const lost = await runs.beginTrial(run, index);
    try {
      return lost < lostTrialsUntilSetAside
        ? await work()
        : await setAside(new DeadlyRowError(lost, subject, lost < lostTrialsUntilUnread));
    } finally {
      await runs.endTrial(run, index);
    }
  } finally {
    leave();
  }
}
