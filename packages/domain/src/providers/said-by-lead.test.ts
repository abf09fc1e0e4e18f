import { describe, expect, it } from '@jest/globals';

import { aLead } from '../testing/leads.js';
import { FLAT_FIELDS, type FlatField } from './field-names.js';
import { saysValue, valuesOfField } from './said-by-lead.js';

const lead = aLead({
  otherEmails: ['j.doe@example.net'],
  otherPhones: ['+14155550178'],
  headcount: 120,
});

describe('a value that a lead has already', () => {
  it.each<[FlatField, unknown]>([
    ['first_name', 'JANE'],
    ['name', 'Doe'],
    ['email', 'Jane.Doe@Example.com'],
    ['email', 'j.doe@example.net'],
    ['company', 'ACME'],
    ['title', 'chief technology officer'],
    ['phone', '+1 (415) 555-0132'],
    ['phone', '0014155550178'],
    ['phone', '415 555 0100'],
    ['website', 'https://acme.example.com'],
    ['linkedin_url', 'linkedin.test/in/jane-doe'],
    ['industry', 'software'],
    ['headcount', '120'],
    ['headcount', '51-200'],
    ['annual_revenue', '10M'],
    ['management_level', 'CEO'],
    ['technologies', ['AWS', 'Salesforce']],
    ['services_offered', 'Cloud Hosting'],
  ])('is %s: %j', (field, value) => {
    expect(saysValue(lead, field, value)).toBe(true);
  });
});

describe('a value that a lead lacks', () => {
  it.each<[FlatField, unknown]>([
    ['first_name', 'Joan'],
    ['email', 'joan@example.com'],
    ['phone', '+14155550199'],
    ['website', 'other.example.com'],
    ['industry', 'Healthcare'],
    ['headcount', '121'],
    ['headcount', '201-500'],
    ['annual_revenue', '100M'],
    ['technologies', ['AWS', 'Azure']],
    ['title', {}],
    ['title', ''],
  ])('is %s: %j', (field, value) => {
    expect(saysValue(lead, field, value)).toBe(false);
  });

  it.each<FlatField>(['headcount', 'annual_revenue', 'management_level', 'department'])(
    'is any of %s, if it has none',
    (field) => {
      const bare = aLead({ headcount: null, customFields: {} });
      expect(saysValue(bare, field, field === 'headcount' ? '120' : 'Sales')).toBe(false);
    },
  );
});

describe('the values in which a lead has a field', () => {
  it('are none of an empty lead, whichever the field', () => {
    const empty = aLead({
      ...{ firstName: null, lastName: null, email: null, jobTitle: null, phone: null, linkedinUrl: null },
      ...{ industry: null, headcount: null, customFields: {}, otherEmails: [], otherPhones: [] },
      company: { name: null, website: null, phone: null },
      research: { publicResearch: null, newsArticles: null, initialNotes: null },
    });
    expect(FLAT_FIELDS.filter((field) => valuesOfField(field, empty).length > 0)).toEqual([]);
  });

  it('are the whole name for each of its parts, as it may stand in the wrong one', () => {
    expect(valuesOfField('last_name', lead)).toEqual(['Jane Doe']);
  });
});
