import type { OpportunityView } from '@leadbridge/contracts';
import type { OpportunityRecord } from '@leadbridge/usecases';

import { presentQualification, presentShared } from './shared-record.js';

export function presentOpportunity(record: OpportunityRecord): OpportunityView {
  const { opportunity } = record;
  return {
    ...presentShared(record, 'opportunity'),
    opportunity_id: record.opportunityId,
    prospect_id: record.prospectId,
    psa_opportunity_id: record.psaOpportunityId,
    status: record.status,
    opportunity_data: {
      value: opportunity.value,
      probability: opportunity.probability,
      expected_close_date: opportunity.expectedCloseDate,
      products_services: opportunity.productsServices,
      quotes_proposals: opportunity.quotesProposals,
      competitors: opportunity.competitors,
      win_loss_reason: opportunity.winLossReason,
    },
    qualification_data: presentQualification(record.qualification),
    notes: record.notes.map(({ at, by, text }) => ({ at, by, text })),
  };
}
