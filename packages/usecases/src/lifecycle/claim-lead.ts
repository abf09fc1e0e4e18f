import type { Clock } from '@leadbridge/platform';

import { withClaims } from '../work/with-claims.js';
import { RecordBusyError } from '../work/record-busy-error.js';
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

/** What work on a lead is given while the lead is its own. */
export interface LeadWork extends LifecycleDependencies {
  readonly fence: number;
  readonly session: PsaSession;
  /** Throws `StaleClaimError` when the lead has become another worker's. */
  readonly assertHeld: () => Promise<void>;
}

/**
 * Runs `work` while nobody else works on the lead. One lock covers a lead with everything that it becomes, as a prospect and an
 * opportunity change it too.
 *
 * @throws RecordBusyError when another worker has it
 * @throws StaleClaimError when another worker took it over meanwhile
 */
export async function withLead<T>(
  deps: LifecycleDependencies,
  leadId: number,
  priority: PsaPriority,
  work: (context: LeadWork) => Promise<T>,
): Promise<T> {
  return await withClaims(deps.store, {
    keys: [`lead:${leadId}`],
    run: async (claims, assertHeld) => {
      if (claims.busy.size > 0) {
        throw new RecordBusyError('Another worker is processing the lead');
      }
      return await work({
        ...deps,
        fence: claims.fence,
        session: deps.psa.session({ priority, beforeWrite: assertHeld }),
        assertHeld,
      });
    },
  });
}
