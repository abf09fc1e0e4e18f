import { describe, expect, it } from '@jest/globals';
import { readPayload } from '../read-payload.js';
import { settings, source } from '../testing/leads.js';
import {
  providerABarePerson,
  providerAFull,
  providerANested,
  providerASearchResult,
} from '../testing/payloads.js';

function read(data: unknown) {
  return readPayload(source('provider_a'), data, settings);
}

function leadOf(data: unknown) {
  const result = read(data);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.lead;
}

/** The custom fields of a person and an organization with only the given data. */
function fieldsOf(person: object, organization: object = {}) {
  return leadOf({ person: { email: 'jane@acme.test', ...person }, organization }).customFields;
}

describe('provider A, person and organization side by side', () => {
  it('becomes this lead', () => {
    expect(read(providerAFull)).toEqual({
      ok: true,
      warnings: [],
      lead: {
        firstName: 'Jane',
        lastName: 'Doe',
        email: 'jane.doe@acme.example.com',
        jobTitle: 'VP of Information Technology',
        phone: '+14155550132',
        otherPhones: ['+14155550199'],
        linkedinUrl: 'http://www.linkedin.test/in/jane-doe',
        company: {
          name: 'Acme Widgets',
          website: 'www.acme.example.com',
          phone: '+14155550100',
        },
        industry: 'information technology & services',
        headcount: 120,
        derivedFields: [107],
        doNotContact: false,
        customFields: {
          101: 'Provider A',
          102: 'managed services, cloud hosting, help desk',
          103: 'Series B 25M USD (2025-03-01); Seed (2022-06-15)',
          104: 'Salesforce (CRM), Amazon AWS (Hosting)',
          105: false,
          106: 'Salesforce, Amazon AWS, Outlook',
          107: '5M-25M',
          108: '51-200',
          109: 'VP',
          110: 'IT',
          111: 'Intent strength: high; Buyer intent topics: cloud migration, zero trust',
          112: 1998,
          113: 'acme.example.com; 1 Main St, Springfield, Illinois 62701, United States',
        },
        research: { publicResearch: null, newsArticles: null, initialNotes: null },
        emailVerification: 'verified',
      },
    });
  });
});

describe('provider A, odd payloads', () => {
  it('the organization in the person, its phone an empty object, numbers as texts', () => {
    expect(read(providerANested)).toEqual({
      ok: true,
      warnings: ['The extension of the phone number was left out: "ext. 12"'],
      lead: {
        firstName: 'Omar',
        lastName: 'Haddad',
        email: 'omar@globex.test',
        jobTitle: 'Head of Finance',
        phone: '+12125550147',
        linkedinUrl: null,
        company: { name: 'Globex', website: 'globex.test', phone: '+12125550100' },
        industry: 'financial services',
        headcount: 5_400,
        derivedFields: [107],
        doNotContact: false,
        customFields: {
          101: 'Provider A',
          102: 'financial services',
          105: false,
          107: '1B+',
          108: '5001-10000',
          109: 'Director',
          110: 'Finance',
          112: 2004,
          113: 'globex.test',
        },
        research: { publicResearch: null, newsArticles: null, initialNotes: null },
        emailVerification: null,
      },
    });
  });

  it('a search result without an organization', () => {
    const lead = leadOf(providerASearchResult);
    expect(lead).toMatchObject({
      firstName: 'Lena',
      lastName: 'Berg',
      jobTitle: null,
      phone: null,
      company: { name: null, website: null, phone: null },
      headcount: null,
    });
    expect(lead.customFields).toEqual({ 101: 'Provider A', 105: false });
  });

  it('an email that has not been bought is ignored: it is the same for all people', () => {
    expect(leadOf(providerASearchResult).email).toBeNull();
    expect(
      leadOf({ person: { name: 'Jane Doe', email: ' EMAIL_NOT_UNLOCKED@domain.com' } }).email,
    ).toBeNull();
  });

  it('the person as the payload itself', () => {
    expect(leadOf(providerABarePerson)).toMatchObject({
      firstName: 'Ines',
      lastName: 'Roca',
      email: 'ines@initech.test',
      jobTitle: 'Founder & CEO',
      company: { name: 'Initech', website: 'initech.test' },
      customFields: { 107: '1M-5M', 109: 'Owner', 110: 'Executive', 113: 'initech.test' },
    });
  });

  it('an organization next to the person has priority over one in it', () => {
    const person = { name: 'Jane Doe', organization: { name: 'Old' } };
    expect(leadOf({ person, organization: { name: 'New' } }).company.name).toBe('New');
  });

  it('a full name if there is no first and last name', () => {
    expect(leadOf({ person: { name: 'Jane van Dyk' } })).toMatchObject({
      firstName: 'Jane',
      lastName: 'van Dyk',
    });
  });

  it('an empty person next to an organization', () => {
    expect(leadOf({ person: {}, organization: { name: 'Acme' } })).toMatchObject({
      firstName: null,
      email: null,
      company: { name: 'Acme' },
    });
  });
});

describe('specification, "Provider field mapping": "Phone: the first phone number is used. The organization phone is the fallback"', () => {
  const organization = { primary_phone: { number: '+1 415 555 0100' } };

  it.each([
    [
      'the first of contact.phone_numbers',
      {
        contact: {
          phone_numbers: [{ sanitized_number: '+14155550132' }, { sanitized_number: '+14155550133' }],
        },
      },
    ],
    [
      'the first of phone_numbers',
      { phone_numbers: [{ raw_number: '(415) 555-0132' }, { raw_number: '(415) 555-0133' }] },
    ],
    ['texts', { phone_numbers: ['415-555-0132'] }],
    [
      'the sanitized number before the raw one',
      { phone_numbers: [{ raw_number: '9', sanitized_number: '+14155550132' }] },
    ],
    [
      'the raw number where there is no sanitized one',
      { phone_numbers: [{ raw_number: '415-555-0132', sanitized_number: null }] },
    ],
    [
      'the first that can be read',
      { phone_numbers: [{ raw_number: 'n/a' }, {}, { raw_number: '415-555-0132' }] },
    ],
    ['a plain phone', { phone: '415-555-0132' }],
  ])('%s', (_what, person) => {
    expect(leadOf({ person, organization }).phone).toBe('+14155550132');
  });

  it.each([
    ['there is none', {}],
    ['the list is empty', { phone_numbers: [] }],
    ['the entries are empty', { phone_numbers: [{}, null, ''] }],
    ['it is no list', { phone_numbers: { raw: 'x' }, contact: 'none' }],
  ])('the organization’s if %s', (_what, person) => {
    expect(leadOf({ person, organization }).phone).toBe('+14155550100');
  });

  it('the organization’s phone is also the company’s', () => {
    expect(leadOf({ person: { phone: '415-555-0132' }, organization }).company.phone).toBe('+14155550100');
  });

  it('an empty primary_phone falls back to the organization’s plain phone', () => {
    expect(leadOf({ person: {}, organization: { primary_phone: {}, phone: '415-555-0101' } }).phone).toBe(
      '+14155550101',
    );
  });

  it('an unreadable phone is left out with a warning, and the organization’s is used', () => {
    const result = read({ person: { email: 'jane@example.com', phone: 'call me' }, organization });
    expect(result).toMatchObject({
      ok: true,
      lead: { phone: '+14155550100' },
      warnings: ['The phone number could not be read; the lead is imported without it'],
    });
  });
});

describe('specification, "Provider field mapping", custom fields of provider A', () => {
  it('101: "static label"', () => {
    expect(fieldsOf({})[101]).toBe('Provider A');
  });

  it('102: "organization keywords joined, fallback industry"', () => {
    expect(fieldsOf({}, { keywords: ['cloud', 'cloud', 'email'], industry: 'software' })[102]).toBe(
      'cloud, email',
    );
    expect(fieldsOf({}, { keywords: [], industry: 'software' })[102]).toBe('software');
    expect(fieldsOf({}, { keywords: [null, ''], industry: 'software' })[102]).toBe('software');
    expect(fieldsOf({}, {})).not.toHaveProperty('102');
  });

  it('103: "funding events or technologies"', () => {
    const funding_events = [{ type: 'Series A', amount: 8_000_000, currency: '$', date: '2024-01-05' }];
    expect(fieldsOf({}, { funding_events, technology_names: ['AWS'] })[103]).toBe(
      'Series A 8000000 $ (2024-01-05)',
    );
    expect(fieldsOf({}, { funding_events: [], technology_names: ['AWS', 'Slack'] })[103]).toBe('AWS, Slack');
    expect(fieldsOf({}, { funding_events: [{}], technology_names: ['AWS'] })[103]).toBe('AWS');
    expect(fieldsOf({}, {})).not.toHaveProperty('103');
  });

  it('104: "current technologies, filtered": those with a name, each once', () => {
    const current_technologies = [
      { name: 'AWS', category: 'Hosting' },
      { name: 'Slack' },
      { category: 'CRM' },
      null,
      'Jira',
      { name: 'Slack' },
    ];
    expect(fieldsOf({}, { current_technologies })[104]).toBe('AWS (Hosting), Slack, Jira');
  });

  it.each([
    ['nothing', {}],
    [
      'null',
      { contact: { email_unsubscribed: null, phone_numbers: [{ raw_number: '1', dnc_status: null }] } },
    ],
    ['no', { email_unsubscribed: false, call_opted_out: 'no' }],
    [
      'a number that was looked up',
      { phone_numbers: [{ raw_number: '415-555-0132', dnc_status_cd: 'not_found' }] },
    ],
    ['a number on no list', { phone_numbers: [{ raw_number: '415-555-0132', dnc_status: 'not_on_dnc' }] }],
  ])('105: "false" if the payload has %s', (_what, person) => {
    expect(fieldsOf(person)[105]).toBe(false);
  });

  it.each([
    ['email_unsubscribed of the contact', { contact: { email_unsubscribed: true } }],
    ['email_unsubscribed of the person', { email_unsubscribed: 'true' }],
    ['call_opted_out', { contact: { call_opted_out: true } }],
    ['a number on a list', { phone_numbers: [{ raw_number: '415-555-0132', dnc_status: 'dnc' }] }],
    [
      'a status that nobody knows',
      { phone_numbers: [{ raw_number: '415-555-0132', dnc_status_cd: 'found' }] },
    ],
    ['a flag of the flat form', { do_not_contact: true }],
  ])('105: true by %s', (_what, person) => {
    expect(fieldsOf(person)[105]).toBe(true);
    expect(leadOf({ person: { name: 'Jane Doe', ...person } }).doNotContact).toBe(true);
  });

  it('106: "technologies joined"', () => {
    expect(fieldsOf({}, { technology_names: ['AWS', 'Slack', 'AWS'] })[106]).toBe('AWS, Slack');
    expect(fieldsOf({}, { technologies: [{ name: 'AWS' }] })[106]).toBe('AWS');
    expect(fieldsOf({}, { current_technologies: [{ name: 'Jira', category: 'Issues' }] })[106]).toBe('Jira');
  });

  it('107: "derived from employee count"', () => {
    expect(fieldsOf({}, { estimated_num_employees: 120, annual_revenue: 1 })[107]).toBe('5M-25M');
    expect(fieldsOf({}, { estimated_num_employees: null, annual_revenue: 30_000_000 })[107]).toBe('25M-100M');
    expect(fieldsOf({}, {})).not.toHaveProperty('107');
  });

  it('108: "estimated employee count"', () => {
    expect(fieldsOf({}, { estimated_num_employees: 7 })[108]).toBe('1-9');
    expect(fieldsOf({}, { estimated_num_employees: '12,000' })[108]).toBe('10001+');
    expect(fieldsOf({}, { estimated_num_employees: 0 })).not.toHaveProperty('108');
    expect(fieldsOf({}, { estimated_num_employees: 'many' })).not.toHaveProperty('108');
  });

  it('109: "seniority"', () => {
    expect(fieldsOf({ seniority: 'c_suite' })[109]).toBe('C-Suite');
    expect(fieldsOf({ seniority: null, title: 'CEO' })).not.toHaveProperty('109');
  });

  it('110: "primary of departments"', () => {
    expect(fieldsOf({ departments: ['master_sales', 'master_finance'] })[110]).toBe('Sales');
    expect(fieldsOf({ departments: 'finance' })[110]).toBe('Finance');
    expect(fieldsOf({ departments: [], functions: ['finance'] })[110]).toBe('Finance');
    expect(fieldsOf({ subdepartments: ['inside_sales'] })[110]).toBe('Sales');
    expect(fieldsOf({ departments: [] })).not.toHaveProperty('110');
  });

  it('111: "intent strength plus buyer intent topics"', () => {
    expect(fieldsOf({ intent_strength: 'high' })[111]).toBe('Intent strength: high');
    expect(fieldsOf({}, { buyer_intent_topics: ['ERP', { name: 'CRM' }] })[111]).toBe(
      'Buyer intent topics: ERP, CRM',
    );
    expect(fieldsOf({ intent_strength: 0.7, buyer_intent_topics: ['ERP'] })[111]).toBe(
      'Intent strength: 0.7; Buyer intent topics: ERP',
    );
    expect(fieldsOf({ intent_strength: null, is_likely_to_engage: true })[111]).toBe('Likely to engage');
    expect(fieldsOf({ intent_strength: null, is_likely_to_engage: false })).not.toHaveProperty('111');
  });

  it('112: "founded year"', () => {
    expect(fieldsOf({}, { founded_year: 1998 })[112]).toBe(1998);
    expect(fieldsOf({}, { founded_year: '1998' })[112]).toBe(1998);
    expect(fieldsOf({}, { founded_year: 98 })).not.toHaveProperty('112');
  });

  it('113: "primary domain plus headquarters address"', () => {
    expect(fieldsOf({}, { primary_domain: 'acme.test', city: 'Springfield', state: 'IL' })[113]).toBe(
      'acme.test; Springfield, IL',
    );
    expect(fieldsOf({}, { headquarters_address: '1 Main St, Springfield' })[113]).toBe(
      '1 Main St, Springfield',
    );
    expect(fieldsOf({}, { primary_domain: 'acme.test' })[113]).toBe('acme.test');
    expect(fieldsOf({}, {})).not.toHaveProperty('113');
  });
});

describe('a payload of provider A without its parts', () => {
  it.each([
    [
      'an organization alone',
      { organization: { name: 'Acme' } },
      'data.person',
      'a person object is required',
    ],
    ['something else', { foo: 1 }, 'data.person', 'a person object is required'],
    ['the payload of provider B', { contact: {}, company: {} }, 'data.person', 'a person object is required'],
    ['a text for the person', { person: 'Jane Doe' }, 'data.person', 'must be a person object'],
    ['null for the person', { person: null, organization: {} }, 'data.person', 'must be a person object'],
    ['a list for the person', { person: [{}] }, 'data.person', 'must be a person object'],
  ])('%s names the part', (_what, data, field, message) => {
    expect(read(data)).toMatchObject({
      ok: false,
      faults: [{ field, message, suggestion: expect.stringContaining('flat form') }],
    });
  });

  it.each([
    ['in the person', { person: { email: 'jane(at)example.com' } }, 'data.person.email'],
    ['in a bare person', { email: 'jane(at)example.com', organization: {} }, 'data.email'],
    ['of a wrong type', { person: { email: 42 } }, 'data.person.email'],
  ])('a malformed email %s names its path', (_what, data, field) => {
    expect(read(data)).toMatchObject({ ok: false, faults: [{ field, message: 'Invalid email address' }] });
  });
});
