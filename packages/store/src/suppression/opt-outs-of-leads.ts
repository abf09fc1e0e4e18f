import { suppressionKeyText } from '@leadbridge/domain';
import type { LeadWrite, OptOutRequest } from '@leadbridge/usecases';
import type { ClientSession, Connection } from 'mongoose';

import { findSuppressedKeys } from './suppressed-keys.js';

/**
 * The opt-outs of leads that were just recorded: those that their import knew, and those written since it
 * checked.
 */
export async function optOutsOfLeads(
  connection: Connection,
  leads: readonly LeadWrite[],
  session?: ClientSession,
): Promise<readonly OptOutRequest[]> {
  const suppressed = await findSuppressedKeys(
    connection,
    leads.flatMap(({ personKeys }) => personKeys),
    session,
  );
  return leads
    .filter(
      ({ hasOptedOut, personKeys }) =>
        hasOptedOut || personKeys.some((key) => suppressed.has(suppressionKeyText(key))),
    )
    .map(({ optOut }) => optOut);
}
