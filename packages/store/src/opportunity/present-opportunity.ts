import type { OpportunityStatus } from '@leadbridge/domain';
import type { NewOpportunity, OpportunityRecord } from '@leadbridge/usecases';

import { markedLead } from '../lead/marked-lead.js';
import { historyDocuments, presentHistory } from '../lead/present-history.js';
import type { OpportunityDocument } from './opportunity-model.js';

export function presentOpportunity(
  { _id, fence: _fence, ...document }: OpportunityDocument,
  doNotContact: boolean,
): OpportunityRecord {
  return {
    ...document,
    doNotContact,
    lead: markedLead(document.lead, doNotContact),
    opportunityId: _id,
    status: document.status as OpportunityStatus,
    notes: document.notes.map((note) => ({ ...note, at: note.at.toISOString() })),
    history: presentHistory(document.history),
    irregularChanges: [],
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
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
    notes: opportunity.notes.map((note) => ({ ...note, at: new Date(note.at) })),
    history: historyDocuments(opportunity.history),
    fence,
    createdAt,
    updatedAt: createdAt,
  };
}
