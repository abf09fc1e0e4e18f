import { describe, expect, it } from '@jest/globals';

import { beginningOf } from './beginning.js';
import { promotionFrom, STATUSES } from './lifecycle.js';

const everyType = [1, 2, 3, 21];

describe('the records of a ticket that existed in the PSA before', () => {
  it.each(STATUSES.lead)('start at the state %s of a lead', (status) => {
    expect(beginningOf(1, status)).toEqual({ lead: status, prospect: null, isKnown: true });
  });

  it.each(STATUSES.prospect)('start at the state %s of a prospect, whatever the type says', (status) => {
    for (const type of everyType) {
      expect(beginningOf(type, status)).toEqual({ lead: 'engaged', prospect: status, isKnown: true });
    }
  });

  it.each(STATUSES.opportunity)('start where a prospect becomes an opportunity: %s', (status) => {
    for (const type of everyType) {
      const { lead, prospect } = beginningOf(type, status);
      expect(promotionFrom('lead', lead)).not.toBeNull();
      expect(promotionFrom('prospect', prospect ?? 'new_prospect')).not.toBeNull();
    }
  });

  it('start as a prospect if only the type says so', () => {
    expect(beginningOf(2, null)).toEqual({ lead: 'engaged', prospect: 'new_prospect', isKnown: false });
    expect(beginningOf(2, 'engaged')).toEqual({ lead: 'engaged', prospect: 'new_prospect', isKnown: true });
  });

  it('start as a new lead if nothing is known', () => {
    expect(beginningOf(1, null)).toEqual({ lead: 'new_lead', prospect: null, isKnown: false });
  });
});
