import type { JobType } from '@leadbridge/contracts';

import type { JobOutcome } from '../work/job-outcome.js';
import { runOnce, type RunOnceDependencies } from '../work/run-once.js';
import type { RunResult } from '../work/run-result.js';
import type { JobRecord } from '../ports/jobs.js';
import type { LifecycleDependencies } from './claim-lead.js';
import { convertLead } from './convert-lead.js';
import { createOpportunity } from './create-opportunity.js';
import { recordCall } from './record-call.js';
import { setLeadStatus } from './set-lead-status.js';
import { setProspectStatus } from './set-prospect-status.js';
import { updateOpportunity } from './update-opportunity.js';

type UseCase = (deps: LifecycleDependencies, job: JobRecord) => Promise<JobOutcome>;

const useCases: Readonly<Partial<Record<JobType, UseCase>>> = {
  lead_status: setLeadStatus,
  prospect_conversion: convertLead,
  prospect_status: setProspectStatus,
  opportunity_creation: createOpportunity,
  opportunity_update: updateOpportunity,
  call_record: recordCall,
};

/** Runs a job of the lifecycle queue, whichever it is. */
export async function runLifecycleJob(
  deps: LifecycleDependencies & RunOnceDependencies,
  run: { readonly jobId: string; readonly lastAttempt: boolean },
): Promise<RunResult> {
  return await runOnce(deps, run, async (job) => {
    const useCase = useCases[job.type];
    if (useCase === undefined) {
      throw new Error(`The lifecycle has no use case for ${job.type}`);
    }
    return await useCase(deps, job);
  });
}
