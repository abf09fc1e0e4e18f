import { companyMatchEntryView, wireForm } from '@leadbridge/contracts';
import type { CompanyMatchEntryView, MatchDecisionView } from '@leadbridge/contracts';
import type { CompanyMatchEntry, MatchDecision } from '@leadbridge/usecases';

export function presentMatchEntry(entry: CompanyMatchEntry): CompanyMatchEntryView {
  return wireForm(companyMatchEntryView, { ...entry, id: entry.matchId });
}

export function presentDecision(decision: MatchDecision): MatchDecisionView {
  return 'separate' in decision ? { separate: true } : { client_id: decision.clientId };
}
