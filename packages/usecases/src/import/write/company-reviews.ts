import type { CompanyReview } from '../../ports/company-matches.js';
import type { SucceededOutcome } from '../../ports/import-store.js';
import type { ImportRow, WrittenRow } from '../import-row-state.js';

/** The recorded leads of a batch whose companies people have to decide on: one review for each pair. */
export function companyReviewsOf(
  rows: readonly WrittenRow[],
  outcomes: ReadonlyMap<ImportRow, SucceededOutcome>,
): readonly CompanyReview[] {
  return reviewsOf(
    rows.flatMap(({ companyReview, row }) => {
      const leadId = outcomes.get(row)?.leadId ?? null;
      return companyReview === null || leadId === null ? [] : [{ ...companyReview, leadIds: [leadId] }];
    }),
  );
}

/** One review for each pair, with the leads of all. */
export function reviewsOf(each: readonly CompanyReview[]): readonly CompanyReview[] {
  const reviews = new Map<string, CompanyReview>();
  for (const review of each) {
    const { leadIds = [] } = reviews.get(review.matchId) ?? {};
    reviews.set(review.matchId, { ...review, leadIds: [...leadIds, ...review.leadIds] });
  }
  return [...reviews.values()];
}
