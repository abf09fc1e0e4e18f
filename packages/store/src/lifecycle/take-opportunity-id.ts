import type { NewOpportunity } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { opportunityModel, type OpportunityDocument } from '../opportunity/opportunity-model.js';

/**
 * Removes the id of an opportunity that was just created in the PSA from the record that had it before: a PSA
 * that was restored from a backup reissues ids, and that record's old opportunity is lost. The error log
 * reports it.
 */
export async function takeOpportunityId(
  connection: Connection,
  { psaOpportunityId }: Pick<NewOpportunity, 'psaOpportunityId'>,
  { at, session }: { readonly at: Date; readonly session: ClientSession },
): Promise<void> {
  const former = await opportunityModel(connection)
    .findOneAndUpdate({ psaOpportunityId }, { $set: { psaOpportunityId: null, updatedAt: at } }, { session })
    .select({ leadId: 1 })
    .lean<Pick<OpportunityDocument, '_id' | 'leadId'>>();
  if (former === null) {
    return;
  }
  const errorLogEntry = {
    level: 'error',
    message: `The PSA has issued the id of its opportunity ${psaOpportunityId} again, to that of another prospect; opportunity ${former._id} has lost it`,
    source: 'psa',
    errorCode: 'OPPORTUNITY_LOST',
    leadId: former.leadId,
  } as const;
  await insertErrorLogEntries(connection, [errorLogEntry], at, session);
}
