import type { CompanyMatchEntryView, CompanyMatchView, MatchDecisionView } from '@leadbridge/contracts';
import type { CompanyMatch, CompanyMatchEntry, MatchDecision } from '@leadbridge/usecases';

/** How an import has found a client. */
export function presentCompanyMatch({ rule, clientId }: CompanyMatch): CompanyMatchView {
  return { rule, client_id: clientId };
}

/** A company whose client people decide on. */
export function presentMatchEntry(entry: CompanyMatchEntry): CompanyMatchEntryView {
  const { matchId, status, company, domain, reason, candidates, leadIds, createdAt, decidedAt, decision } =
    entry;
  return {
    id: matchId,
    ...{ status, company, domain, reason },
    candidates: candidates.map(({ clientId, name, domains, why }) => ({
      ...{ client_id: clientId, name, domains, why },
    })),
    lead_ids: leadIds,
    created_at: createdAt,
    decided_at: decidedAt,
    decision: decision === null ? null : presentDecision(decision),
  };
}

export function presentDecision(decision: MatchDecision): MatchDecisionView {
  return 'separate' in decision ? { separate: true } : { client_id: decision.clientId };
}
