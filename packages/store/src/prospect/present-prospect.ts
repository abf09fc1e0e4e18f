import type { ProspectStatus } from '@leadbridge/domain';
import type { NewProspect, ProspectRecord } from '@leadbridge/usecases';

import { markedLead } from '../lead/marked-lead.js';
import { dated, isoTimes } from '../times-of.js';
import type { ProspectDocument } from './prospect-model.js';

export function presentProspect(
  { _id, fence: _fence, ...document }: ProspectDocument,
  doNotContact: boolean,
): ProspectRecord {
  return {
    ...isoTimes(document),
    doNotContact,
    lead: markedLead(document.lead, doNotContact),
    prospectId: _id,
    status: document.status as ProspectStatus,
    history: document.history.map(isoTimes),
    irregularChanges: document.irregularChanges.map(isoTimes),
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
    history: prospect.history.map(dated),
    irregularChanges: [],
    fence,
    createdAt,
    updatedAt: createdAt,
  };
}
