import type { NewOpportunity } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { insertErrorLogEntries } from '../error-log/insert-error-log-entries.js';
import { opportunityModel, type OpportunityDocument } from '../opportunity/opportunity-model.js';

/**
 * Takes the id of an opportunity that was created in the PSA away from the record that held it: a PSA that was restored from a backup
 * issues ids again, and what that record had under it is lost. The error log says so.
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
