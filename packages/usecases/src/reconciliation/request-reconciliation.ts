import { isoTime, newId, type Clock } from '@leadbridge/platform';

import type { JobQueue, NewJob } from '../ports/jobs.js';
import type { Reconciliation, ReconciliationStore } from '../ports/reconciliation.js';
import { startJobs } from '../work/start-jobs.js';
import { reconciliationActor } from './run-reconciliation.js';

/**
 * Requests the reconciliation of a day, of which there is only one.
 *
 * @param day `YYYY-MM-DD`, in UTC
 * @returns the one already in progress or created for the day; null if this one was stored
 */
export async function requestReconciliation(
  deps: {
    readonly reconciliations: Pick<ReconciliationStore, 'create'>;
    readonly queue: Pick<JobQueue, 'enqueue'>;
    readonly clock: Clock;
  },
  day: string,
): Promise<Reconciliation | null> {
  const now = deps.clock.now();
  const reconciliationId = newId('rec', now);
  const job: NewJob<'reconciliation'> = {
    jobId: newId('job', now),
    type: 'reconciliation',
    input: { reconciliation_id: reconciliationId },
    requestId: newId('req', now),
    actor: reconciliationActor,
    total: 1,
    createdAt: isoTime(now),
  };
  const other = await deps.reconciliations.create({ reconciliationId, day }, job, null);
  if (other === null) {
    await startJobs(deps, [job]);
  }
  return other;
}
