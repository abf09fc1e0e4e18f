import type { JobRun, JobRuns } from '../ports/job-runs.js';
import { DeadlyRowError } from '../work/deadly-row-error.js';

/**
 * Processes that ended in the middle of a job, which did not get on meanwhile, until its rows are worked on alone. Less would make each import
 * slower that a worker was killed under.
 */
const lostRunsUntilSuspected = 2;
/**
 * Processes that ended while they worked on one row alone, until that is set aside. Somebody who kills workers hits the same row alone, and
 * nothing else, so often in a row only where it is the row.
 */
const lostTrialsUntilSetAside = 4;

export function isSuspected({ lostRuns }: { readonly lostRuns: number }): boolean {
  return lostRuns >= lostRunsUntilSuspected;
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

/**
 * Works on one row of a job, and on no other suspect in this process.
 *
 * @param work what would be done for it, or `setAside` where processes have ended of it too often
 * @throws StaleClaimError where another run of the job has begun
 */
export async function tryAlone<T>(
  { runs, trials }: TrialDependencies,
  { run, index }: { readonly run: JobRun; readonly index: number },
  { work, setAside }: { work: () => Promise<T>; setAside: (fault: DeadlyRowError) => Promise<T> },
): Promise<T | 'busy'> {
  const leave = trials.enter();
  if (leave === null) {
    return 'busy';
  }
  try {
    const lost = await runs.beginTrial(run, index);
    try {
      return lost < lostTrialsUntilSetAside ? await work() : await setAside(new DeadlyRowError(lost));
    } finally {
      await runs.endTrial(run);
    }
  } finally {
    leave();
  }
}
