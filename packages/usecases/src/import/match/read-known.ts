import { suppressionKeyText } from '@leadbridge/domain';

import type { KnownOfBatch, StageContext } from '../batch.js';
import { keysOfPerson, type CleanRow } from '../import-row-state.js';
import { namedCompanyOf } from './company-clues.js';

/** Reads what our records contain about the leads of a batch, once their keys are claimed. */
export async function readKnown(
  rows: readonly CleanRow[],
  { store, session }: Pick<StageContext, 'store' | 'session'>,
): Promise<KnownOfBatch> {
  const companies = rows.map(({ lead }) => namedCompanyOf(lead, session));
  const companyKeys = [...new Set(companies.map(({ key }) => key))];
  const matchIds = [...new Set(companies.flatMap((company) => company.matchIds))];
  const personKeys = rows.flatMap((row) => keysOfPerson({ merged: row.lead, known: null, ...row }));
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
