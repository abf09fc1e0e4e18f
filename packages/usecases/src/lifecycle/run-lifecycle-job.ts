import type { JobTypeOf } from '@leadbridge/contracts';

import { PsaUnavailableError, PsaUncertainError } from '../ports/psa-errors.js';
import { isOfOptOut } from '../suppression/mark-ticket.js';
import { runOnce, type RunOnceDependencies, type UseCases } from '../work/run-once.js';
import type { RunResult } from '../work/run-result.js';
import type { LifecycleDependencies } from './claim-lead.js';
import { convertLead } from './convert-lead.js';
import { createOpportunity } from './create-opportunity.js';
import { recordCall } from './record-call.js';
import { setLeadStatus } from './set-lead-status.js';
import { setProspectStatus } from './set-prospect-status.js';
import { updateOpportunity } from './update-opportunity.js';

/** Milliseconds until the next attempt while the PSA is away. */
const psaAwayMs = 60_000;

export async function runLifecycleJob(
  deps: LifecycleDependencies & RunOnceDependencies,
  run: { readonly jobId: string; readonly lastAttempt: boolean },
): Promise<RunResult> {
  const useCases: UseCases<JobTypeOf<'lifecycle'>> = {
    async lead_status(job) {
      try {
        return await setLeadStatus(deps, job);
      } catch (error) {
        // Nobody would request it again, so it outlasts a PSA that is away.
        const isAway = error instanceof PsaUnavailableError || error instanceof PsaUncertainError;
        if (run.lastAttempt && isAway && isOfOptOut(job)) {
          const continueAt = deps.clock.now() + psaAwayMs;
          return { kind: 'waiting', continueAt, reason: 'psa_unavailable' };
        }
        throw error;
      }
    },
    prospect_conversion: async (job) => convertLead(deps, job),
    prospect_status: async (job) => setProspectStatus(deps, job),
    opportunity_creation: async (job) => createOpportunity(deps, job),
    opportunity_update: async (job) => updateOpportunity(deps, job),
    call_record: async (job) => recordCall(deps, job),
  };
  return await runOnce(deps, run, useCases);
}
