import { opportunityView, wireForm, type OpportunityView } from '@leadbridge/contracts';
import type { OpportunityRecord } from '@leadbridge/usecases';

import { withSharedFields } from './shared-record.js';

export function presentOpportunity(record: OpportunityRecord): OpportunityView {
  const { opportunity: opportunityData } = record;
  return wireForm(opportunityView, { ...withSharedFields(record, 'opportunity'), opportunityData });
}
