import { describe, expect, it } from '@jest/globals';

import { newOpportunity, opportunityDetails, type OpportunityFacts } from './new-opportunity.js';
import { NO_QUALIFICATION } from './qualification.js';
import { aLead, anEmptyLead } from './testing/leads.js';

const facts: OpportunityFacts = {
  lead: aLead({
    research: { publicResearch: 'Listed in 2020', newsArticles: null, initialNotes: 'Warm' },
  }),
  qualification: { ...NO_QUALIFICATION, painPoints: 'Manual reporting', fitScore: 85 },
  opportunity: {
    value: 60_000,
    productsServices: 'Automation',
    probability: 0,
    expectedCloseDate: '2027-03-31',
    quotesProposals: null,
    competitors: 'Two local firms',
    winLossReason: null,
  },
  reference: 'job_1',
};

/** Specification, "PSA request conventions": summary, client_id, user_id, details, and custom fields 301 to 304. */
describe('a new opportunity', () => {
  it('has the summary of the lead’s ticket, and the known ones of CF_301 to CF_304', () => {
    expect(newOpportunity(facts)).toMatchObject({
      summary: 'Jane Doe - Acme',
      customfields: [
        { id: 301, value: 'Automation' },
        { id: 303, value: 'Two local firms' },
      ],
    });
  });

  it('shows in its details what has no PSA field, and what carries forward', () => {
    expect(newOpportunity(facts).details.split('\n')).toEqual([
      'Opportunity',
      'Value: 60000',
      'Probability: 0 %',
      'Expected close date: 2027-03-31',
      '',
      'Contact',
      'Name: Jane Doe',
      'Job title: Chief Technology Officer',
      'Email: jane.doe@example.com',
      'Phone: +14155550132',
      'LinkedIn: https://www.linkedin.test/in/jane-doe',
      'Company: Acme',
      'Website: acme.example.com',
      'Industry: Software',
      '',
      'Qualification',
      'Confirmed pain points: Manual reporting',
      'Fit score: 85',
      '',
      'Research',
      'Public research: Listed in 2020',
      'Initial notes: Warm',
      '',
      'Reference: job_1',
    ]);
  });

  it('omits sections without any data', () => {
    const unknown = Object.fromEntries(Object.keys(facts.opportunity).map((key) => [key, null]));
    expect(
      opportunityDetails({
        lead: anEmptyLead(),
        qualification: NO_QUALIFICATION,
        opportunity: { ...facts.opportunity, ...unknown },
        reference: 'job_2',
      }),
    ).toBe('Reference: job_2');
  });
});
