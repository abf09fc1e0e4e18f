import type { JobRun, JobRuns } from '../ports/job-runs.js';
import { DeadlyRowError, type TrialSubject } from './deadly-row-error.js';

/**
 * Processes that ended in the middle of a job, which did not get on meanwhile, until its rows are worked on alone. Less would make each job
 * slower that a worker was killed under.
 */
const lostRunsUntilSuspected = 2;
/**
 * Processes that ended while they worked on one row alone, until that is set aside. Somebody who kills workers hits the same row alone, and
 * nothing else, so often in a row only where it is the row.
 */
const lostTrialsUntilSetAside = 4;
/** And until it is set aside without so much as being read: for its opt-outs it is read before. */
const lostTrialsUntilUnread = 6;

export function isSuspected({ lostRuns }: { readonly lostRuns: number }): boolean {
  return lostRuns >= lostRunsUntilSuspected;
}

/** How many rows a run works on one at a time; what earlier ones left of that is kept with the job. */
export function rowsToTryOf(
  job: { readonly lostRuns: number; readonly rowsToTry?: number },
  rowsInHand: number,
): number {
  const left = job.rowsToTry ?? 0;
  return isSuspected(job) ? Math.max(left, rowsInHand) : left;
}

/** The rows of this process that are tried alone take turns: where it ends, it was of one row. */
export interface TrialLane {
  /** Answers how to leave it; null while another row is tried. */
  enter(): (() => void) | null;
}

export function createTrialLane(): TrialLane {
  let isTaken = false;
  return {
    enter() {
      if (isTaken) {
        return null;
      }
      isTaken = true;
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
 * Works on one row of a job, and on no other suspect in this process.
 *
 * @param steps `work` is done for it, or `setAside` where processes have ended of it too often
 * @throws StaleClaimError where another run of the job has begun
 */
export async function tryAlone<T>(
  { runs, trials }: TrialDependencies,
  { run, index, subject }: Trial,
  { work, setAside }: TrialSteps<T>,
): Promise<T | 'busy'> {
  const leave = trials.enter();
  if (leave === null) {
    return 'busy';
  }
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
