import type { OpportunityStatus } from '@leadbridge/domain';
import type { NewOpportunity, OpportunityRecord } from '@leadbridge/usecases';

import { markedLead } from '../lead/marked-lead.js';
import { dated, isoTimes } from '../times-of.js';
import type { OpportunityDocument } from './opportunity-model.js';

export function presentOpportunity(
  { _id, fence: _fence, ...document }: OpportunityDocument,
  doNotContact: boolean,
): OpportunityRecord {
  return {
    ...isoTimes(document),
    doNotContact,
    lead: markedLead(document.lead, doNotContact),
    opportunityId: _id,
    status: document.status as OpportunityStatus,
    notes: document.notes.map(isoTimes),
    history: document.history.map(isoTimes),
    irregularChanges: [],
  };
}

export function opportunityDocument(
  { opportunityId, doNotContact: _doNotContact, ...opportunity }: NewOpportunity,
  fence: number,
): OpportunityDocument {
  const createdAt = new Date(opportunity.createdAt);
  return {
    ...opportunity,
    _id: opportunityId,
    notes: opportunity.notes.map(dated),
    history: opportunity.history.map(dated),
    fence,
    createdAt,
    updatedAt: createdAt,
  };
}
