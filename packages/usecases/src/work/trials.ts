import type { JobRun, JobRuns } from '../ports/job-runs.js';
import { DeadlyRowError, type TrialSubject } from './deadly-row-error.js';

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

/** Rows that this process tries alone take turns, so that a crash can be attributed to one row. */
export interface TrialLane {
  /** Returns the function that leaves the lane; null while another row is being tried. */
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
 * Processes one row of a job, while no other suspect runs in this process.
 *
 * @param steps runs `work`, or `setAside` if the row has crashed too many processes
 * @throws StaleClaimError if another run of the job has begun
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
