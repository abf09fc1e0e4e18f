import { jobCatalogue, type JobResult } from '@leadbridge/contracts';
import { promotionFrom } from '@leadbridge/domain';

import { refusedFaults, type JobOutcome } from '../work/job-outcome.js';
import type { Job } from '../ports/jobs.js';
import type { NewOpportunity } from '../ports/lifecycle-store.js';
import type { ProspectRecord } from '../ports/records.js';
import { withRecord, type LifecycleDependencies } from './claim-lead.js';
import { hasTicket, ticketLost } from './lost-in-psa.js';
import { createdOpportunity, opportunityDataOf, promote } from './promote.js';
import { cannotBecome } from './refusals.js';

/** Promotes a prospect to an opportunity (specification, "POST /opportunities"). */
export async function createOpportunity(
  deps: LifecycleDependencies,
  job: Job<'opportunity_creation'>,
): Promise<JobOutcome> {
  const { input } = job;
  const { priority } = jobCatalogue[job.type];
  const asked = { kind: 'prospect', id: input.prospect_id, priority } as const;
  return await withRecord(deps, asked, async (work, prospect) => {
    if (prospect.opportunityId !== null) {
      return alreadyPromoted(prospect, prospect.opportunityId);
    }
    if (!hasTicket(prospect)) {
      return ticketLost('prospect', prospect.leadId);
    }
    if (promotionFrom('prospect', prospect.status) === null) {
      return cannotBecome(
        { ...prospect, kind: 'prospect' },
        'new_opportunity',
        `A prospect must be qualified to be promoted; this one is ${prospect.status}`,
      );
    }
    const { data, faults } = opportunityDataOf(input.opportunity_data, prospect.qualification);
    return faults.length > 0
      ? refusedFaults(faults)
      : await promote(work, job, { prospect, data, resultOf: (opportunity) => resultOf(opportunity) });
  });
}

function alreadyPromoted(prospect: ProspectRecord, opportunityId: number): JobOutcome {
  return cannotBecome(
    { ...prospect, kind: 'prospect' },
    'new_opportunity',
    `The prospect was promoted already, to opportunity ${opportunityId}`,
    { prospect_id: prospect.prospectId, opportunity_id: opportunityId },
  );
}

function resultOf(opportunity: NewOpportunity): JobResult<'opportunity_creation'> {
  return {
    success: true,
    ...createdOpportunity(opportunity),
    prospectId: opportunity.prospectId,
    status: opportunity.status,
  };
}
