import type { ProspectStatus } from '@leadbridge/domain';
import type { NewProspect, ProspectRecord } from '@leadbridge/usecases';

import { markedLead } from '../lead/marked-lead.js';
import { historyDocuments, presentHistory, presentIrregular } from '../lead/present-history.js';
import type { ProspectDocument } from './prospect-model.js';

export function presentProspect(
  { _id, fence: _fence, ...document }: ProspectDocument,
  doNotContact: boolean,
): ProspectRecord {
  return {
    ...document,
    doNotContact,
    lead: markedLead(document.lead, doNotContact),
    prospectId: _id,
    status: document.status as ProspectStatus,
    history: presentHistory(document.history),
    irregularChanges: presentIrregular(document.irregularChanges),
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  };
}

export function prospectDocument(
  { prospectId, doNotContact: _doNotContact, ...prospect }: NewProspect,
  fence: number,
): ProspectDocument {
  const createdAt = new Date(prospect.createdAt);
  return {
    ...prospect,
    _id: prospectId,
    history: historyDocuments(prospect.history),
    irregularChanges: [],
    fence,
    createdAt,
    updatedAt: createdAt,
  };
}
