import { describe, expect, it } from '@jest/globals';
import { customFieldName, leadCustomFields } from './custom-fields.js';
import { leadFields } from './lead-fields.js';
import { aLead, anEmptyLead } from './testing/leads.js';

describe('the values of a lead by their names', () => {
  it('of a lead with every field', () => {
    const research = {
      publicResearch: 'Expands',
      newsArticles: 'In the press',
      initialNotes: 'Met at a fair',
    };
    const fields = leadFields(aLead({ research }));
    expect(fields).toMatchObject({
      first_name: 'Jane',
      last_name: 'Doe',
      email: 'jane.doe@example.com',
      title: 'Chief Technology Officer',
      phone: '+14155550132',
      company: 'Acme',
      website: 'acme.example.com',
      company_phone: '+14155550100',
      industry: 'Software',
      headcount: 120,
      public_research: 'Expands',
      news_articles: 'In the press',
      initial_notes: 'Met at a fair',
      email_verification: 'verified',
      CF_112: 1998,
    });
    expect(Object.keys(fields)).toEqual(
      expect.arrayContaining(leadCustomFields.map(({ id }) => customFieldName(id))),
    );
  });

  it('of a lead without data', () => {
    expect(leadFields(anEmptyLead())).toEqual({ CF_101: 'Provider A', CF_105: false });
  });

  it.each([true, false])('always include the opt-out: %j', (doNotContact) => {
    expect(leadFields(anEmptyLead({ doNotContact, customFields: {} }))).toEqual({ CF_105: doNotContact });
  });

  it('show the opt-out of the lead, not that of its custom fields', () => {
    expect(leadFields(anEmptyLead({ doNotContact: true, customFields: { 105: false } }))['CF_105']).toBe(
      true,
    );
  });

  it('do not include empty texts, but zero and false', () => {
    const customFields = { 102: '', 112: 0, 111: false };
    expect(leadFields(anEmptyLead({ jobTitle: '', headcount: 0, customFields }))).toEqual({
      headcount: 0,
      CF_105: false,
      CF_111: false,
      CF_112: 0,
    });
  });

  it('do not change with the lead', () => {
    const lead = aLead();
    const fields = leadFields(lead);
    expect(leadFields(lead)).toEqual(fields);
    expect(lead).toEqual(aLead());
  });
});
