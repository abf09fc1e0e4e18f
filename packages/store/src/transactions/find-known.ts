import { isEarlyStatus, UNDONE } from '@leadbridge/domain';
import type { ImportStore, Known, KnownLead, KnownMatch } from '@leadbridge/usecases';
import type { Connection } from 'mongoose';

import { readSnapshot } from '../read-snapshot.js';
import { knownCompany } from '../import/companies.js';
import { matchStages } from '../company-match/import-matches.js';
import { companyMatchModel } from '../company-match/company-match-model.js';
import { companyModel, type CompanyDocument } from '../import/company-model.js';
import { leadModel, type LeadDocument } from '../lead/lead-model.js';
import { statesOf } from '../lead/present-lead.js';
import { personKeysOfLead } from '../suppression/person-leads.js';
import { suppressedKeyModel, type SuppressedKeyDocument } from '../suppression/suppressed-key-model.js';
import { keysAsStored } from '../suppression/suppressed-keys.js';

/** One of the four. */
interface Found {
  readonly lead?: LeadDocument;
  readonly company?: CompanyDocument;
  readonly suppressed?: SuppressedKeyDocument;
  readonly match?: KnownMatch;
}

const leadFields = {
  ...{ key: 1, psaTicketId: 1, psaUserId: 1, lead: 1, sources: 1, personKeys: 1, updatedAt: 1 },
  ...{ doNotContact: 1, externalIds: 1, provenance: 1, fieldStates: 1, status: 1 },
} as const;
/** More than a batch has rows and keys, so that it is one response. */
const batchSize = 10_000;

/** One command for four collections, because a caller waits for each. See `ImportStore.findKnown`. */
export async function findKnown(
  connection: Connection,
  { keys, companyKeys, matchIds, personKeys }: Parameters<ImportStore['findKnown']>[0],
): Promise<Known> {
  const [companies, suppressed] = [companyModel(connection), suppressedKeyModel(connection)];
  for (;;) {
    const asked = keysAsStored(connection, personKeys);
    const ofCompanies = [
      { $match: { _id: { $in: [...companyKeys] } } },
      { $replaceWith: { company: '$$ROOT' } },
    ];
    const ofMatches = [...matchStages(connection, matchIds), { $replaceWith: { match: '$$ROOT' } }];
    const ofKeys = [
      { $match: { key: { $in: [...asked.stored] } } },
      { $replaceWith: { suppressed: '$$ROOT' } },
    ];
    const found = await readSnapshot<Found>(
      leadModel(connection).collection,
      [
        { $match: { key: { $in: [...keys] } } },
        { $project: leadFields },
        { $replaceWith: { lead: '$$ROOT' } },
        { $unionWith: { coll: companies.collection.collectionName, pipeline: ofCompanies } },
        {
          $unionWith: {
            coll: companyMatchModel(connection).collection.collectionName,
            pipeline: ofMatches,
          },
        },
        { $unionWith: { coll: suppressed.collection.collectionName, pipeline: ofKeys } },
      ],
      { batchSize },
    );
    const optedOut = await asked.found(found.flatMap((each) => each.suppressed ?? []));
    if (optedOut !== null) {
      const leads = found.flatMap((each) => each.lead ?? []).map(knownLead);
      const known = found.flatMap((each) => each.company ?? []).map(knownCompany);
      return {
        leads: new Map(leads.map((lead) => [lead.key, lead])),
        matches: new Map(found.flatMap(({ match }) => (match === undefined ? [] : [[match.matchId, match]]))),
        companies: new Map(known.map((company) => [company.companyKey, company])),
        optedOut,
      };
    }
  }
}

function knownLead(document: LeadDocument): KnownLead {
  return {
    leadId: document._id,
    key: document.key,
    psaTicketId: document.psaTicketId,
    psaUserId: document.psaUserId,
    isEarly: isEarlyStatus(document.status),
    sources: document.sources,
    externalIds: document.externalIds ?? [],
    updatedAt: document.updatedAt.toISOString(),
    doNotContact: document.doNotContact,
    isUndone: document.status === UNDONE,
    personKeys: personKeysOfLead(document),
    fields: statesOf(document),
  };
}
