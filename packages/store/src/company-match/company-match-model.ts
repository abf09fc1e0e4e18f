import type { CompanyMatchStatus } from '@leadbridge/contracts';
import type { MatchReason } from '@leadbridge/domain';
import type { CompanyMatchEntry, MatchCandidate, MatchDecision } from '@leadbridge/usecases';

import { defineModel, type DocumentOf } from '../define-model.js';
import { date, mixed, mixedList, numbers, text } from '../fields.js';

/**
 * A company whose client people decide on; once decided, the alias that imports read. The company may be named
 * after a person: see `eraseRecords`.
 */
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
});

export type CompanyMatchDocument = DocumentOf<typeof companyMatchModel>;

export function presentMatch({
  _id: matchId,
  createdAt,
  decidedAt,
  ...rest
}: CompanyMatchDocument): CompanyMatchEntry {
  return {
    matchId,
    ...rest,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
