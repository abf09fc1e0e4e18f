import { cancelledCode } from '@leadbridge/contracts';

import type { FailedOutcome } from '../../ports/import-store.js';
import { DeadlyRowError } from '../../work/deadly-row-error.js';
import { faultOf } from '../../work/job-fault.js';

/** The outcome of rows after a failed one, if the import was requested to stop there. */
export const notProcessed: FailedOutcome = {
  status: 'failed',
  code: 'NOT_PROCESSED',
  error: 'Not processed',
  suggestion: 'Correct the failing item and retry the job’s failed rows',
};
/** The outcome of rows that a cancelled import did not reach. */
export const cancelled: FailedOutcome = {
  status: 'failed',
  code: cancelledCode,
  error: 'Not processed',
  suggestion: 'The import was cancelled before this row; retry the job’s failed rows to import it',
};

export function faultOutcome(fault: unknown): FailedOutcome {
  return {
    ...faultOf(fault),
    suggestion:
      fault instanceof DeadlyRowError
        ? 'Check the lead, and why the worker ended; then retry the job’s failed rows'
        : 'Retry the job’s failed rows; what the PSA already holds is found and not created again',
  };
}
