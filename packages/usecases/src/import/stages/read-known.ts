import { domainsOfLead, suppressionKeyText } from '@leadbridge/domain';

import type { KnownOfBatch, StageContext } from '../batch.js';
import { companyOfLead } from '../client-of-lead.js';
import { keysOfPerson, startWork, type CleanRow } from '../import-row-state.js';
import { matchIdsOf } from './company-clues.js';

/** Reads what our records contain about the leads of a batch, once their keys are claimed. */
export async function readKnown(
  rows: readonly CleanRow[],
  { store, session }: Pick<StageContext, 'store' | 'session'>,
): Promise<KnownOfBatch> {
  const companyKeys = [...new Set(rows.map(({ lead }) => companyOfLead(lead, session).key))];
  const matchIds = [
    ...new Set(rows.flatMap(({ lead }) => matchIdsOf(companyOfLead(lead, session).key, domainsOfLead(lead)))),
  ];
  const personKeys = rows.map(startWork).flatMap(keysOfPerson);
  const known = await store.findKnown({
    keys: rows.map(({ recordKey }) => recordKey),
    companyKeys,
    matchIds,
    personKeys,
  });
  return {
    ...known,
    askedKeys: new Set(personKeys.map(suppressionKeyText)),
    askedCompanies: new Set(companyKeys),
    askedMatches: new Set(matchIds),
  };
}
