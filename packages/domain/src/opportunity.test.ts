import { describe, expect, it } from '@jest/globals';
import { missingForOpportunity, opportunityFields, type OpportunityData } from './opportunity.js';

const complete: OpportunityData = {
  value: 25_000,
  productsServices: 'Managed services',
  probability: 40,
  expectedCloseDate: '2026-09-30',
  quotesProposals: 'Q-1',
  competitors: 'Globex',
  winLossReason: null,
};

describe('specification, "Opportunity": the required attributes', () => {
  it('are all present', () => {
    expect(missingForOpportunity(complete)).toEqual([]);
  });

  it.each([
    ['value', { value: null }, 'Opportunity value is required'],
    ['products_services', { productsServices: null }, 'Products/services is required'],
    ['products_services', { productsServices: '  ' }, 'Products/services is required'],
    ['probability', { probability: null }, 'Probability is required'],
    ['expected_close_date', { expectedCloseDate: null }, 'Expected close date is required'],
  ])('%s', (field, change, message) => {
    expect(missingForOpportunity({ ...complete, ...change })).toMatchObject([{ field, message }]);
  });

  it('a value and a probability of 0 count as present', () => {
    expect(missingForOpportunity({ ...complete, value: 0, probability: 0 })).toEqual([]);
  });

  it('the optional ones are not required', () => {
    expect(missingForOpportunity({ ...complete, quotesProposals: null, competitors: null })).toEqual([]);
  });
});

describe('specification, "Opportunity": CF_301 to CF_304', () => {
  it('have the data', () => {
    expect(opportunityFields({ ...complete, winLossReason: 'Price' })).toEqual({
      301: 'Managed services',
      302: 'Q-1',
      303: 'Globex',
      304: 'Price',
    });
  });

  it('omit unknown values', () => {
    expect(opportunityFields({ ...complete, quotesProposals: '', competitors: null })).toEqual({
      301: 'Managed services',
    });
  });
});
