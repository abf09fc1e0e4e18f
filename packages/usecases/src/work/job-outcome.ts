import { validationDetails, type JobResult, type ValidationFault } from '@leadbridge/contracts';

import type { JobEnd } from '../ports/job-runs.js';
import type { DomainEvent } from '../ports/domain-event.js';
import type { JobError, PutBack } from '../ports/jobs.js';

/** The outcome of one run of a job's use case. Faults are thrown. */
export type JobOutcome =
  | {
      readonly kind: 'done';
      readonly result: JobResult;
      readonly events?: readonly DomainEvent[];
    }
  /** Nothing was changed, and a retry would be refused too. */
  | { readonly kind: 'refused'; readonly error: JobError }
  /** The use case has ended the job itself, in the transaction that recorded its effects. */
  | { readonly kind: 'recorded' }
  /** Other work has to end first; continue at `continueAt` (Unix milliseconds). */
  | { readonly kind: 'waiting'; readonly continueAt: number; readonly reason?: PutBack['reason'] };

export function done(result: JobResult): JobOutcome {
  return { kind: 'done', result };
}

export type RefusedOutcome = Extract<JobOutcome, { kind: 'refused' }>;

export function refused(
  code: JobError['code'],
  message: string,
  details: JobError['details'] = {},
): RefusedOutcome {
  return { kind: 'refused', error: { code, message, details } };
}

/** A refusal that lists each fault; there is at least one. */
export function refusedFaults(faults: readonly ValidationFault[], message?: string): JobOutcome {
  return refused(
    'VALIDATION_ERROR',
    message ?? faults[0]?.message ?? 'The request is not valid',
    validationDetails(faults),
  );
}

/** The end of a job without rows, with its outcome. */
export function jobEnd(
  jobId: string,
  outcome: Extract<JobOutcome, { kind: 'done' | 'refused' }>,
  at: string,
): JobEnd {
  const isDone = outcome.kind === 'done';
  return {
    jobId,
    at,
    status: isDone ? 'completed' : 'failed',
    result: isDone ? outcome.result : null,
    error: isDone ? null : outcome.error,
    progress: { total: 1, processed: 1, successful: isDone ? 1 : 0, failed: isDone ? 0 : 1 },
    ...(isDone && outcome.events !== undefined ? { events: outcome.events } : {}),
  };
}
