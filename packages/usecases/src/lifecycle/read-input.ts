import type { OpportunityInput, QualificationInput } from '@leadbridge/contracts';
import {
  cleanBlock,
  decisionMakerText,
  LIMITS,
  type OpportunityData,
  type QualificationData,
} from '@leadbridge/domain';

/** The qualification data that a request brought, cleaned; fields that it left out are left out. */
export function readQualification(input: QualificationInput = {}): Partial<QualificationData> {
  const decisionMaker = input.decision_maker;
  return present<QualificationData>({
    painPoints: cleanText(input.pain_points),
    qualifiedServices: cleanText(input.qualified_services),
    decisionMaker: cleanText(decisionMaker === undefined ? undefined : decisionMakerText(decisionMaker)),
    budgetRange: cleanText(input.budget_range),
    timeframe: cleanText(input.timeframe),
    fitScore: input.fit_score,
    qualificationNotes: cleanText(input.qualification_notes),
  });
}

/** The sales data that a request brought, cleaned; fields that it left out are left out. */
export function readOpportunity(input: Partial<OpportunityInput>): Partial<OpportunityData> {
  return present<OpportunityData>({
    value: input.value,
    productsServices: cleanText(input.products_services),
    probability: input.probability,
    expectedCloseDate: input.expected_close_date,
    quotesProposals: cleanText(input.quotes_proposals),
    competitors: cleanText(input.competitors),
    winLossReason: cleanText(input.win_loss_reason),
  });
}

/** Opportunity data about which nothing is known. */
export const noOpportunityData: OpportunityData = {
  value: null,
  productsServices: null,
  probability: null,
  expectedCloseDate: null,
  quotesProposals: null,
  competitors: null,
  winLossReason: null,
};

/** A text without control characters, as people wrote it otherwise; undefined where nothing is left of it. */
export function cleanText(text: string | undefined): string | undefined {
  const clean = text === undefined ? '' : cleanBlock(text, LIMITS.customField);
  return clean === '' ? undefined : clean;
}

function present<T extends object>(values: { readonly [Key in keyof T]: T[Key] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
