import type { JobResult, OpportunityInput, ValidationFault } from '@leadbridge/contracts';
import { INITIAL_STATUS, missingForOpportunity } from '@leadbridge/domain';
import type { OpportunityData, QualificationData } from '@leadbridge/domain';

import type { JobOutcome } from '../work/job-outcome.js';
import type { DomainEvent } from '../ports/domain-event.js';
import type { Job } from '../ports/jobs.js';
import type { NewOpportunity } from '../ports/lifecycle-store.js';
import type { OpportunityRecord, ProspectRecord } from '../ports/records.js';
import { recordLastStep, type LeadWork } from './claim-lead.js';
import { createPsaOpportunity } from './create-psa-opportunity.js';
import type { WithTicket } from './lost-in-psa.js';
import { causeOf, transitionTo } from './transitions.js';
import { noOpportunityData, readOpportunity } from './read-input.js';

type PromotingJob = 'opportunity_creation' | 'prospect_conversion';

export interface Promotion {
  /** Must be `qualified`. */
  readonly prospect: WithTicket<ProspectRecord>;
  readonly data: OpportunityData;
  readonly resultOf: (opportunity: NewOpportunity) => JobResult<PromotingJob>;
}

/** Products and services default to the qualified ones. Faults are named by their place in the request. */
export function opportunityDataOf(
  input: OpportunityInput | undefined,
  qualification: QualificationData,
): { readonly data: OpportunityData; readonly faults: readonly ValidationFault[] } {
  if (input === undefined) {
    const message = 'opportunity_data is required to create an opportunity';
    return { data: noOpportunityData, faults: [{ field: 'opportunity_data', value: null, message }] };
  }
  const brought = { ...noOpportunityData, ...readOpportunity(input) };
  const data = { ...brought, productsServices: brought.productsServices ?? qualification.qualifiedServices };
  return {
    data,
    faults: missingForOpportunity(data).map(({ field, value, message }) => ({
      field: `opportunity_data.${field}`,
      value,
      message,
    })),
  };
}

/** Recorded together with the end of the job. The caller must check the conditions. */
export async function promote(
  work: LeadWork,
  job: Pick<Job<PromotingJob>, 'jobId' | 'actor'>,
  { prospect, data, resultOf }: Promotion,
): Promise<JobOutcome> {
  const { leadId, prospectId } = prospect;
  const { jobId } = job;
  const status = INITIAL_STATUS.opportunity;
  const cause = causeOf(work, job);
  await work.store.beginIntent({ jobId, leadId, to: [status], at: cause.at });
  const made = await createPsaOpportunity(work, prospect, data, jobId);

  const opportunityId = await work.store.reserveId('opportunity');
  const move = transitionTo({ ...prospect, kind: 'prospect', recordId: prospectId }, status, cause);
  const opportunity: NewOpportunity = {
    opportunityId,
    prospectId,
    leadId,
    psaTicketId: prospect.psaTicketId,
    psaOpportunityId: made.id,
    psaClientId: made.clientId,
    psaUserId: made.userId,
    source: prospect.source,
    lead: prospect.lead,
    qualification: prospect.qualification,
    doNotContact: prospect.doNotContact,
    status,
    opportunity: data,
    notes: [],
    psaDetails: made.details,
    psaReference: made.reference,
    history: [move.change],
    createdAt: cause.at,
  };
  return await recordLastStep(work, job, cause.at, {
    prospect: { prospectId, opportunityId },
    newOpportunity: opportunity,
    transitions: [move.transition],
    events: [opportunityEvent('created', opportunity, data)],
    result: resultOf(opportunity),
  });
}

export function createdOpportunity(
  opportunity: NewOpportunity,
): Pick<JobResult<'opportunity_creation'>, 'opportunityId' | 'psaOpportunityId'> {
  return {
    opportunityId: opportunity.opportunityId,
    psaOpportunityId: opportunity.psaOpportunityId,
  };
}

export function opportunityEvent(
  type: 'created' | 'won' | 'lost',
  opportunity: Pick<
    OpportunityRecord,
    'leadId' | 'prospectId' | 'opportunityId' | 'psaOpportunityId' | 'source' | 'status'
  >,
  { value }: Pick<OpportunityData, 'value'>,
): DomainEvent {
  return {
    type: `opportunity.${type}`,
    data: {
      lead_id: opportunity.leadId,
      prospect_id: opportunity.prospectId,
      opportunity_id: opportunity.opportunityId,
      psa_opportunity_id: opportunity.psaOpportunityId,
      source: opportunity.source,
      status: opportunity.status,
      value,
    },
  };
}
