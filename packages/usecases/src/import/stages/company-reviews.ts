import type { CompanyReview } from '../../ports/company-matches.js';
import type { ImportRowState } from '../import-row-state.js';

/** The recorded leads of a batch whose companies people have to decide on: one review for each pair. */
export function companyReviewsOf(rows: readonly ImportRowState[]): readonly CompanyReview[] {
  return reviewsOf(
    rows.flatMap(({ companyReview, outcome }) => {
      const leadId = outcome?.status === 'succeeded' ? outcome.leadId : null;
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
