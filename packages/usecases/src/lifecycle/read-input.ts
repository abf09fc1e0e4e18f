import type { OpportunityInput, QualificationInput } from '@leadbridge/contracts';
import { cleanBlock, decisionMakerText, LIMITS } from '@leadbridge/domain';
import type { OpportunityData, QualificationData } from '@leadbridge/domain';
import { given } from '@leadbridge/platform';

/** The qualification data of a request, cleaned; omitted fields stay omitted. */
export function readQualification(input: QualificationInput = {}): Partial<QualificationData> {
  const decisionMaker = input.decision_maker;
  return given({
    painPoints: cleanText(input.pain_points),
    qualifiedServices: cleanText(input.qualified_services),
    decisionMaker: cleanText(decisionMaker === undefined ? undefined : decisionMakerText(decisionMaker)),
    budgetRange: cleanText(input.budget_range),
    timeframe: cleanText(input.timeframe),
    fitScore: input.fit_score,
    qualificationNotes: cleanText(input.qualification_notes),
  });
}

/** The sales data of a request, cleaned; omitted fields stay omitted. */
export function readOpportunity(input: Partial<OpportunityInput>): Partial<OpportunityData> {
  return given({
    value: input.value,
    productsServices: cleanText(input.products_services),
    probability: input.probability,
    expectedCloseDate: input.expected_close_date,
    quotesProposals: cleanText(input.quotes_proposals),
    competitors: cleanText(input.competitors),
    winLossReason: cleanText(input.win_loss_reason),
  });
}

export const noOpportunityData: OpportunityData = {
  value: null,
  productsServices: null,
  probability: null,
  expectedCloseDate: null,
  quotesProposals: null,
  competitors: null,
  winLossReason: null,
};

/** The text without control characters, otherwise unchanged; undefined if nothing is left. */
export function cleanText(text: string | undefined): string | undefined {
  const clean = text === undefined ? '' : cleanBlock(text, LIMITS.customField);
  return clean === '' ? undefined : clean;
}
