import type { CompanyReview } from '../../ports/company-matches.js';
import type { ImportRowState } from '../import-row-state.js';

/** The recorded leads of a batch whose companies people have to decide on: one review for each pair. */
export function companyReviewsOf(rows: readonly ImportRowState[]): readonly CompanyReview[] {
  const reviews = new Map<string, CompanyReview>();
  for (const { companyReview, outcome } of rows) {
    const leadId = outcome?.status === 'succeeded' ? outcome.leadId : null;
    if (companyReview !== null && leadId !== null) {
      const { leadIds = [] } = reviews.get(companyReview.matchId) ?? {};
      reviews.set(companyReview.matchId, { ...companyReview, leadIds: [...leadIds, leadId] });
    }
  }
  return [...reviews.values()];
}
