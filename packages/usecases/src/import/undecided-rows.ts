import { cancelledCode } from '@leadbridge/contracts';

import type { FailedOutcome } from '../ports/import-store.js';
import { DeadlyRowError } from '../work/deadly-row-error.js';
import { faultOf } from '../work/job-fault.js';

/** What becomes of rows behind one that failed, where the import was told to stop there. */
export const notProcessed: FailedOutcome = {
  status: 'failed',
  code: 'NOT_PROCESSED',
  error: 'Not processed',
  suggestion: 'Correct the failing item and retry the job’s failed rows',
};
/** What becomes of rows that a cancelled import did not reach. */
export const cancelled: FailedOutcome = {
  status: 'failed',
  code: cancelledCode,
  error: 'Not processed',
  suggestion: 'The import was cancelled before this row; retry the job’s failed rows to import it',
};

/** What becomes of a row whose work failed again and again. */
export function faultOutcome(fault: unknown): FailedOutcome {
  return {
    ...faultOf(fault),
    suggestion:
      fault instanceof DeadlyRowError
        ? 'Look at the lead, and at why the worker ended; then retry the job’s failed rows'
        : 'Retry the job’s failed rows; what the PSA already holds is found and not created again',
  };
}
