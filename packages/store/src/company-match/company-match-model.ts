import type { CompanyMatchStatus } from '@leadbridge/contracts';
import type { MatchReason } from '@leadbridge/domain';
import type { CompanyMatchEntry, Erasure, MatchCandidate, MatchDecision } from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import type { ErasureStep } from '../erasure-rule.js';
import { isoTimes } from '../times-of.js';
import { date, mixed, mixedList, numbers, text } from '../fields.js';

/** A company whose client people decide on. The company may be named after a person. */
export const companyMatchModel = defineModel({
  name: 'CompanyMatch',
  collection: 'company_matches',
  fields: {
    /** `cmp_…`, derived from the company key and the domain: there is one for each pair. */
    _id: text(),
    companyKey: text().personal(),
    company: text().personal(),
    domain: text().nullable().personal(),
    status: text<CompanyMatchStatus>(),
    reason: text<MatchReason>(),
    candidates: mixedList<readonly MatchCandidate[]>().personal(),
    leadIds: numbers(),
    createdAt: date(),
    decidedAt: date().nullable(),
    decision: mixed<MatchDecision>().nullable(),
  },
  indexes: [
    [{ status: 1, createdAt: -1, _id: -1 }],
    [{ createdAt: -1, _id: -1 }],
    [{ companyKey: 1 }],
    [{ leadIds: 1 }],
    [{ 'decision.clientId': 1 }],
  ],
  erasure: { steps: eraseMatches, countedAs: null },
});

/**
 * Removes the entries of companies that are named after the person, those of a client that is theirs, and those
 * that no other lead has met and that nobody has decided on; the others no longer name the person's leads.
 */
function eraseMatches({ leadIds, companyKeys, psa }: Erasure): readonly ErasureStep[] {
  const [theirs, clients] = [{ $in: [...leadIds] }, { $in: [...psa.clientIds] }];
  const isMetByThemAlone = { ...theirs, $not: { $elemMatch: { $nin: [...leadIds] } } };
  return [
    {
      deleteMany: {
        filter: {
          $or: [
            { companyKey: { $in: [...companyKeys] } },
            { 'decision.clientId': clients },
            { status: 'open', leadIds: isMetByThemAlone },
          ],
        },
      },
    },
    {
      updateMany: {
        filter: { $or: [{ leadIds: theirs }, { 'candidates.clientId': clients }] },
        update: { $pull: { leadIds: theirs, candidates: { clientId: clients } } },
      },
    },
  ];
}

export type CompanyMatchDocument = DocumentOf<typeof companyMatchModel>;

export function presentMatch({ _id: matchId, ...rest }: CompanyMatchDocument): CompanyMatchEntry {
  return { matchId, ...isoTimes(rest) };
}
