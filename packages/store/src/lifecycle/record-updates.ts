import type { LeadChange, OpportunityChange, ProspectChange } from '@leadbridge/usecases';

import { historyDocuments, irregularDocument } from '../lead/present-history.js';

/** People may change a ticket back and forth forever; only the latest changes matter. */
const maxIrregularChanges = 50;

export function leadUpdate({ leadId: _leadId, ...change }: LeadChange, fence: number, at: Date): object {
  return recordUpdate(change, { lifecycleFence: fence, updatedAt: at });
}

export function prospectUpdate(
  { prospectId: _prospectId, ...change }: ProspectChange,
  fence: number,
  at: Date,
): object {
  return recordUpdate(change, { fence, updatedAt: at });
}

export function opportunityUpdate(
  { opportunityId: _opportunityId, note, ...change }: OpportunityChange,
  fence: number,
  at: Date,
): object {
  const notes = note === undefined ? {} : { notes: { ...note, at: new Date(note.at) } };
  return recordUpdate(change, { fence, updatedAt: at }, notes);
}

/** Missing fields stay; status changes are added to the history, and the last one is the state. */
function recordUpdate(
  { statusChanges = [], irregular, ...values }: Pick<LeadChange, 'statusChanges' | 'irregular'>,
  set: object,
  push: object = {},
): object {
  const last = statusChanges.at(-1);
  const added = {
    ...push,
    ...(last === undefined ? {} : { history: { $each: historyDocuments(statusChanges) } }),
    ...(irregular === undefined
      ? {}
      : { irregularChanges: { $each: [irregularDocument(irregular)], $slice: -maxIrregularChanges } }),
  };
  return {
    $set: { ...values, ...set, ...(last === undefined ? {} : { status: last.to }) },
    ...(Object.keys(added).length === 0 ? {} : { $push: added }),
  };
}
