import { isJobType, jobCatalogue, type JobWait } from '@leadbridge/contracts';
import type { PsaBudgetStatus } from '@leadbridge/integrations';
import { isoTime } from '@leadbridge/platform';
import type { JobRecord } from '@leadbridge/usecases';

import { isFinished } from '../pipeline/wait-for-job.js';
import type { WorkersState } from '../services.js';

export interface WaitSigns {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Null while Redis is unavailable. */
  readonly workers: Pick<WorkersState, 'alive' | 'psaFailure'> | null;
  /** Null while Redis is unavailable. */
  readonly budget: Pick<PsaBudgetStatus, 'freeFor' | 'waiting' | 'nextFreeFor'> | null;
}

/**
 * What a job waits for: what its worker recorded when it put the job back, or what the state of its queue,
 * the workers, and the budget shows. Null for a job that waits for nothing, and for a finished one.
 */
export function waitingFor(
  { type, status, putBack }: Pick<JobRecord, 'type' | 'status' | 'putBack'>,
  { now, workers, budget }: WaitSigns,
): JobWait | null {
  if (isFinished(status)) {
    return null;
  }
  if (workers?.alive === 0) {
    return { reason: 'no_worker', until: null };
  }
  if (putBack !== undefined) {
    // A job whose time has come waits for a free worker.
    return Date.parse(putBack.until) > now ? putBack : { reason: 'queue', until: null };
  }
  if (status === 'queued') {
    return { reason: 'queue', until: null };
  }
  if ((workers?.psaFailure ?? null) !== null) {
    return { reason: 'psa_unavailable', until: null };
  }
  const priority = isJobType(type) ? jobCatalogue[type].priority : null;
  // A call waits for a while within its job, before the job is put back.
  const isSpent =
    priority !== null && budget !== null && budget.freeFor[priority] === 0 && budget.waiting[priority] > 0;
  return isSpent
    ? { reason: 'psa_budget', until: isoTime(Math.max(now, budget.nextFreeFor[priority])) }
    : null;
}
