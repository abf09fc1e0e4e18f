import type { Clock } from '@leadbridge/platform';

import { withClaims } from '../work/with-claims.js';
import type { JobQueue } from '../ports/jobs.js';
import type { LifecycleStore } from '../ports/lifecycle-store.js';
import type { PsaPort, PsaPriority, PsaSession } from '../ports/psa.js';
import type { Settings } from '../ports/settings.js';
import type { StatusIds } from '../psa/status-ids.js';

export interface LifecycleDependencies {
  readonly psa: PsaPort;
  readonly store: LifecycleStore;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly statusIds: StatusIds;
  readonly settings: () => Pick<Settings, 'autoConversion' | 'psa'>;
  readonly clock: Clock;
}

/** The context of work on a claimed lead. */
export interface LeadWork extends LifecycleDependencies {
  readonly fence: number;
  readonly session: PsaSession;
  /** Throws `StaleClaimError` when another worker has taken over the lead. */
  readonly assertHeld: () => Promise<void>;
}

/**
 * Runs `work` under the claim on the lead. One claim covers a lead and its prospect and opportunity, because
 * their changes affect the lead too.
 *
 * @throws RecordBusyError when another worker holds the claim
 * @throws StaleClaimError when another worker took over in the meantime
 */
export async function withLead<T>(
  deps: LifecycleDependencies,
  leadId: number,
  priority: PsaPriority,
  work: (context: LeadWork) => Promise<T>,
): Promise<T> {
  return await withClaims(deps.store, {
    keys: [`lead:${leadId}`],
    whenBusy: 'Another worker is processing the lead',
    run: async ({ fence }, assertHeld) => {
      const session = deps.psa.session({ priority, beforeWrite: assertHeld });
      return await work({ ...deps, fence, session, assertHeld });
    },
  });
}
