import { jobCatalogue, type JobResult, type ValidationFault } from '@leadbridge/contracts';
import { checkTransition, isTerminal } from '@leadbridge/domain';
import type { OpportunityData, OpportunityStatus, TransitionCheck } from '@leadbridge/domain';

import { done, refusedFaults, type JobOutcome } from '../work/job-outcome.js';
import type { Job } from '../ports/jobs.js';
import type { OpportunityRecord } from '../ports/records.js';
import { recordLastStep, withRecord, type LeadWork, type LifecycleDependencies } from './claim-lead.js';
import { opportunityLost } from './lost-in-psa.js';
import { opportunityEvent } from './promote.js';
import { statusPush } from './push-status.js';
import { causeOf, transitionTo } from './transitions.js';
import { cleanText, readOpportunity } from './read-input.js';
import { illegalTransition } from './refusals.js';
import { updatePsaOpportunity } from './update-psa-opportunity.js';

type InPsa = OpportunityRecord & { readonly psaOpportunityId: number };

/** False once the PSA has reissued the id of the opportunity. */
function hasPsaOpportunity(opportunity: OpportunityRecord): opportunity is InPsa {
  return opportunity.psaOpportunityId !== null;
}

interface PlannedUpdate {
  readonly status: OpportunityStatus;
  readonly data: OpportunityData;
  readonly note: string | null;
}

/** Changes an opportunity's state and data (specification, "PUT /opportunities/{opportunity_id}"). */
export async function updateOpportunity(
  deps: LifecycleDependencies,
  job: Job<'opportunity_update'>,
): Promise<JobOutcome> {
  const { input } = job;
  const { priority } = jobCatalogue[job.type];
  const asked = { kind: 'opportunity', id: input.opportunity_id, priority } as const;
  return await withRecord(deps, asked, async (work, opportunity) => {
    if (!hasPsaOpportunity(opportunity)) {
      return opportunityLost(opportunity.opportunityId);
    }
    const check: TransitionCheck =
      input.status === undefined
        ? { result: 'unchanged' }
        : checkTransition('opportunity', opportunity.status, input.status);
    if (check.result === 'refused') {
      return illegalTransition('opportunity', check);
    }
    const update: PlannedUpdate = {
      status: check.result === 'move' ? (check.transition.to as OpportunityStatus) : opportunity.status,
      data: { ...opportunity.opportunity, ...readOpportunity(input) },
      note: cleanText(input.notes) ?? null,
    };
    const faults = changesAfterTheEnd(opportunity, update.data);
    if (faults.length > 0) {
      return refusedFaults(faults);
    }
    return isNothing(opportunity, update)
      ? done(resultOf(opportunity, update))
      : await apply(work, job, opportunity, update);
  });
}

/** After `won` and `lost`, value and probability can no longer change. */
function changesAfterTheEnd(opportunity: OpportunityRecord, data: OpportunityData): ValidationFault[] {
  if (!isTerminal('opportunity', opportunity.status)) {
    return [];
  }
  return (['value', 'probability'] as const)
    .filter((field) => data[field] !== opportunity.opportunity[field])
    .map((field) => ({
      field,
      value: data[field],
      message: `The ${field} of an opportunity that is ${opportunity.status} does not change`,
    }));
}

function isNothing(opportunity: OpportunityRecord, { status, data, note }: PlannedUpdate): boolean {
  return (
    status === opportunity.status && note === null && changedKeys(opportunity.opportunity, data).length === 0
  );
}

async function apply(
  work: LeadWork,
  job: Job<'opportunity_update'>,
  opportunity: InPsa,
  { status, data, note }: PlannedUpdate,
): Promise<JobOutcome> {
  const { opportunityId, leadId } = opportunity;
  const { jobId } = job;
  const cause = causeOf(work, job, note);
  const isTransition = status !== opportunity.status;
  const mirrored = isTransition
    ? await statusPush(work, status, { leadId, jobId })
    : { changes: {}, errorLogEntries: [] };
  const resumed = !(await work.store.beginIntent({
    jobId,
    leadId,
    to: isTransition ? [status] : [],
    at: cause.at,
  }));
  const { details, errorLogEntries } = await updatePsaOpportunity(work, opportunity, {
    to: status,
    status: mirrored.changes,
    data,
    changed: changedKeys(opportunity.opportunity, data),
    note,
    cause,
    reference: jobId,
    resumed,
  });

  const move = isTransition
    ? transitionTo({ ...opportunity, kind: 'opportunity', recordId: opportunityId }, status, cause)
    : null;
  return await recordLastStep(work, job, cause.at, {
    opportunity: {
      opportunityId,
      opportunity: data,
      psaDetails: details,
      ...(move === null ? {} : { statusChanges: [move.change] }),
      ...(note === null ? {} : { note: { at: cause.at, by: cause.by, text: note } }),
    },
    transitions: move === null ? [] : [move.transition],
    events:
      isTransition && (status === 'won' || status === 'lost')
        ? [opportunityEvent(status, { ...opportunity, status }, data)]
        : [],
    errorLogEntries: [...mirrored.errorLogEntries, ...errorLogEntries],
    result: resultOf(opportunity, { status, data }),
  });
}

function changedKeys(before: OpportunityData, after: OpportunityData): (keyof OpportunityData)[] {
  return (Object.keys(after) as (keyof OpportunityData)[]).filter((key) => before[key] !== after[key]);
}

function resultOf(
  opportunity: InPsa,
  { status, data }: Pick<PlannedUpdate, 'status' | 'data'>,
): JobResult<'opportunity_update'> {
  return {
    success: true,
    opportunityId: opportunity.opportunityId,
    psaOpportunityId: opportunity.psaOpportunityId,
    status,
    previousStatus: opportunity.status,
    value: data.value,
    probability: data.probability,
  };
}
