import { setAsideCode } from '@leadbridge/contracts';
import type { ErrorCode } from '@leadbridge/platform';

import type { FailedOutcome } from '../ports/import-store.js';
import type { JobEnd } from '../ports/job-runs.js';
import type { JobError, PutBack } from '../ports/jobs.js';
import { DeadlyRowError } from './deadly-row-error.js';
import { PsaRefusedError, PsaUnavailableError, PsaUncertainError } from '../ports/psa-errors.js';

/** Only messages from the PSA are shown; all other faults are reported as internal errors. */
export function endOfFault(jobId: string, fault: unknown, at: string): JobEnd {
  return { jobId, at, status: 'failed', result: null, error: jobError(fault) };
}

export function jobError(fault: unknown): JobError {
  const fromPsa = isFromPsa(fault);
  if (fault instanceof DeadlyRowError) {
    return { code: 'INTERNAL_ERROR', message: fault.message, details: { reason: setAsideCode } };
  }
  const code: ErrorCode = fromPsa ? 'EXTERNAL_API_ERROR' : 'INTERNAL_ERROR';
  return {
    code,
    message: fromPsa ? fault.message : 'An unexpected error occurred',
    details: fromPsa ? { service: 'psa' } : {},
  };
}

export function faultOf(fault: unknown): FailedOutcome {
  const { code, message } = jobError(fault);
  return {
    status: 'failed',
    code: fault instanceof DeadlyRowError ? setAsideCode : code,
    error: message,
  };
}

/** What a job waits for after a failed attempt, until the next one. */
export function waitAfterFault(fault: unknown): PutBack['reason'] {
  return isFromPsa(fault) ? 'psa_unavailable' : 'queue';
}

/** A refusal that fails a whole job is most often about the credentials: no usable response. */
export function isFromPsa(fault: unknown): fault is Error {
  return (
    fault instanceof PsaRefusedError ||
    fault instanceof PsaUnavailableError ||
    fault instanceof PsaUncertainError
  );
}
