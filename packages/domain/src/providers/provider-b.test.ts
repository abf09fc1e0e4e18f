import { describe, expect, it } from '@jest/globals';
import { readPayload } from '../read-payload.js';
import { settings, source } from '../testing/leads.js';
import {
  providerBBareContact,
  providerBFull,
  providerBSparse,
  providerBSpecificationNames,
} from '../testing/payloads.js';

function read(data: unknown) {
  return readPayload(source('provider_b'), data, settings);
}

function leadOf(data: unknown) {
  const result = read(data);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.lead;
}

/** The custom fields of a contact and a company with only the given data. */
function fieldsOf(contact: object, company: object = {}, beside: object = {}) {
  return leadOf({ contact: { email: 'jane@acme.test', ...contact }, company, ...beside }).customFields;
}

describe('provider B in its native names', () => {
  it('becomes this lead', () => {
    expect(read(providerBFull)).toEqual({
      ok: true,
      warnings: [],
      lead: {
        firstName: 'Priya',
        lastName: 'Nair',
        email: 'priya.nair@umbrella.test',
        jobTitle: 'Director, Talent Acquisition',
        phone: '+13125550188',
        otherPhones: ['+13125550189'],
        linkedinUrl: null,
        company: {
          name: 'Umbrella Health',
          website: 'www.umbrella.test',
          phone: '+13125550100',
        },
        industry: 'Hospitals & Physicians Clinics',
        headcount: 240,
        doNotContact: false,
        customFields: {
          101: 'Provider B',
          102: 'Hospitals & Physicians Clinics',
          103: 'Revenue: $18 Million; Employees: 240',
          104: 'Epic EHR, Microsoft Azure',
          105: false,
          106: 'Epic EHR, Microsoft Azure',
          107: '5M-25M',
          108: '201-1000',
          109: 'Director',
          110: 'HR',
          111: 'Buying intent topics: Telehealth (82, A), Patient Engagement (71, B); Recent job change: Yes',
          112: 1987,
          113: '100 Wacker Dr, Chicago, Illinois, 60606, United States',
        },
        research: {
          publicResearch: 'In the position since: 2025-11-01',
          newsArticles: null,
          initialNotes: null,
        },
        emailVerification: null,
      },
    });
  });
});

describe('provider B in the specification’s own names, the company in the contact', () => {
  it('becomes this lead', () => {
    expect(read(providerBSpecificationNames)).toEqual({
      ok: true,
      warnings: [],
      lead: {
        firstName: 'Tomas',
        lastName: 'Novak',
        email: 'tomas@hooli.test',
        jobTitle: 'Chief Financial Officer',
        phone: '+442079460018',
        linkedinUrl: null,
        company: { name: 'Hooli', website: 'hooli.test', phone: '+442079460018' },
        industry: 'Computer Software',
        headcount: 10_500,
        doNotContact: true,
        customFields: {
          101: 'Provider B',
          102: 'Computer Software; search, cloud',
          103: 'Revenue: 2400000000; Employees: 10500',
          104: 'Oracle, SAP',
          105: true,
          106: 'Oracle, SAP, React, Nginx',
          107: '1B+',
          108: '10001+',
          109: 'C-Suite',
          110: 'Finance',
          111: 'Buying intent topics: ERP, Expense management; Recent job change: Yes',
          112: 1996,
          113: '1 Hooli Way, Palo Alto, CA, 94301',
        },
        research: { publicResearch: null, newsArticles: null, initialNotes: null },
        emailVerification: null,
      },
    });
  });
});

describe('provider B, odd payloads', () => {
  it('a contact with only the name of its company', () => {
    const lead = leadOf(providerBSparse);
    expect(lead).toMatchObject({
      firstName: 'Aiko',
      lastName: 'Tanaka',
      email: null,
      phone: '+81312345678',
      company: { name: 'Vandelay Industries', website: null, phone: null },
    });
    expect(lead.customFields).toEqual({ 101: 'Provider B', 105: false });
  });

  it('the contact as the payload itself, ranges for numbers', () => {
    const lead = leadOf(providerBBareContact);
    expect(lead).toMatchObject({
      firstName: 'Sam',
      lastName: 'Okoro',
      email: 'sam@pied.test',
      company: { name: 'Pied' },
      headcount: null,
    });
    expect(lead.customFields).toMatchObject({
      103: 'Revenue: $100 mil. - $250 mil.; Employees: 1,000 - 4,999',
      107: '100M-500M',
      108: '1001-5000',
    });
  });

  it('a company next to the contact has priority over one in it', () => {
    const contact = { firstName: 'Jane', company: { name: 'Old' } };
    expect(leadOf({ contact, company: { name: 'New' } }).company.name).toBe('New');
  });

  it('a null company next to the contact', () => {
    expect(leadOf({ contact: { firstName: 'Jane', companyName: 'Acme' }, company: null }).company.name).toBe(
      'Acme',
    );
  });

  it('a full name if there is no first and last name', () => {
    expect(leadOf({ contact: { fullName: 'Jane Doe' } })).toMatchObject({
      firstName: 'Jane',
      lastName: 'Doe',
    });
  });

  it('a profile in the social media of the contact, never that of the company', () => {
    const socialMediaUrls = [
      { type: 'TWITTER', url: 'https://social.test/jane' },
      { type: 'LINKED_IN', url: 'https://www.linkedin.test/in/jane' },
    ];
    expect(leadOf({ contact: { fullName: 'Jane Doe', socialMediaUrls } }).linkedinUrl).toBe(
      'https://www.linkedin.test/in/jane',
    );
    expect(leadOf({ contact: {}, company: { name: 'Acme', socialMediaUrls } }).linkedinUrl).toBeNull();
  });
});

describe('specification, "Provider field mapping": "Phone: the first phone number is used. The organization phone is the fallback"', () => {
  it.each([
    ['phone', { phone: '415-555-0132', mobilePhone: '415-555-0133' }, '+14155550132'],
    ['directPhone', { directPhone: '415-555-0134', mobilePhone: '415-555-0133' }, '+14155550134'],
    ['mobilePhone', { phone: '', mobilePhone: '415-555-0133' }, '+14155550133'],
    ['a phone with an extension', { phone: '(415) 555-0132 ext. 4' }, '+14155550132'],
    ['a number', { phone: 4155550132 }, '+14155550132'],
    ['the first that can be read', { phone: 'unlisted', mobilePhone: '415-555-0133' }, '+14155550133'],
    ['the company’s', {}, '+14155550100'],
  ])('%s', (_what, contact, phone) => {
    expect(leadOf({ contact, company: { phone: '415-555-0100' } }).phone).toBe(phone);
  });
});

describe('specification, "Provider field mapping", custom fields of provider B', () => {
  it('101: "static label"', () => {
    expect(fieldsOf({})[101]).toBe('Provider B');
  });

  it('102: "industry plus keyword tags"', () => {
    expect(fieldsOf({}, { industry: 'Software', keywordTags: ['cloud', 'crm'] })[102]).toBe(
      'Software; cloud, crm',
    );
    expect(fieldsOf({}, { primaryIndustry: ['Retail', 'Other'] })[102]).toBe('Retail');
    expect(fieldsOf({}, { industries: ['Retail'] })[102]).toBe('Retail');
    expect(fieldsOf({ keywordTags: ['cloud'] })[102]).toBe('cloud');
    expect(fieldsOf({}, {}, { keywordTags: 'cloud' })[102]).toBe('cloud');
    expect(fieldsOf({})).not.toHaveProperty('102');
  });

  it('103: "revenue plus employees"', () => {
    expect(fieldsOf({}, { revenue: '$18 Million', employeeCount: 120 })[103]).toBe(
      'Revenue: $18 Million; Employees: 120',
    );
    expect(fieldsOf({}, { employees: '120' })[103]).toBe('Employees: 120');
    expect(fieldsOf({}, { revenueNumeric: 5_000_000 })[103]).toBe('Revenue: 5000000');
    expect(fieldsOf({})).not.toHaveProperty('103');
  });

  it('104: "technologies used"', () => {
    expect(fieldsOf({ technologiesUsed: ['Oracle'] })[104]).toBe('Oracle');
    expect(fieldsOf({}, { technologiesUsed: [{ name: 'Oracle' }] })[104]).toBe('Oracle');
    expect(fieldsOf({}, {}, { technologies: [{ vendor: 'SAP', product: 'SAP HANA' }] })[104]).toBe(
      'SAP HANA',
    );
    expect(
      fieldsOf({}, {}, { technologies: [{ vendor: 'SAP' }, { product: 'Jira' }, {}, null, 'Git'] })[104],
    ).toBe('SAP, Jira, Git');
  });

  it.each([
    ['doNotCall', { doNotCall: true }, {}],
    ['doNotEmail', { doNotEmail: true }, {}],
    ['doNotEmail as text', { doNotEmail: 'Yes' }, {}],
    ['doNotCall as number', { doNotCall: 1 }, {}],
    ['the native flag of the direct phone', { directPhoneDoNotCall: true }, {}],
    ['the native flag of the mobile phone', { mobilePhoneDoNotCall: true }, {}],
    ['a flag beside the contact', {}, { doNotCall: true }],
  ])('105: "doNotCall or doNotEmail": %s', (_what, contact, beside) => {
    expect(fieldsOf(contact, {}, beside)[105]).toBe(true);
    expect(leadOf({ contact: { fullName: 'Jane Doe', ...contact }, ...beside }).doNotContact).toBe(true);
  });

  it.each([
    ['false', { doNotCall: false, doNotEmail: false }],
    ['no', { doNotCall: 'No', doNotEmail: 'no' }],
    ['null', { doNotCall: null }],
    ['nothing', {}],
  ])('105 is false: %s', (_what, contact) => {
    expect(fieldsOf(contact)[105]).toBe(false);
  });

  it('106: "technologies used plus web technologies"', () => {
    expect(
      fieldsOf({}, { technologiesUsed: ['Oracle', 'React'], webTechnologies: ['React', 'Nginx'] })[106],
    ).toBe('Oracle, React, Nginx');
    expect(fieldsOf({}, { webTechnologies: ['Nginx'] })[106]).toBe('Nginx');
  });

  it.each([
    [{ revenueNumeric: 18_000_000, revenue: '$1 Billion' }, '5M-25M'],
    [{ revenue: '$18 Million' }, '5M-25M'],
    [{ revenue: 900_000 }, 'Under 1M'],
    [{ revenue: '18,000,000' }, '5M-25M'],
    [{ revenueRange: '$250 mil. - $500 mil.' }, '100M-500M'],
    [{ revenue: '$2.1 Billion' }, '1B+'],
  ])('107: "revenue": %p', (company, bracket) => {
    expect(fieldsOf({}, company)[107]).toBe(bracket);
  });

  it('107 is not estimated from employees', () => {
    expect(fieldsOf({}, { employeeCount: 120 })).not.toHaveProperty('107');
  });

  it.each([
    [{ employeeCount: 240 }, '201-1000'],
    [{ employees: '12' }, '10-50'],
    [{ employeeRange: '20 - 49' }, '10-50'],
    [{ employeeRange: 'Over 10,000', employeeCount: null }, '10001+'],
    [{ employeeRange: '10,001+' }, '10001+'],
  ])('108: "employees": %p', (company, bracket) => {
    expect(fieldsOf({}, company)[108]).toBe(bracket);
  });

  it('109: "managementLevel", as a list or a text', () => {
    expect(fieldsOf({ managementLevel: ['VP-Level'] })[109]).toBe('VP');
    expect(fieldsOf({ managementLevel: 'Manager' })[109]).toBe('Manager');
    expect(fieldsOf({ managementLevel: [] })).not.toHaveProperty('109');
  });

  it('102: also under the name "keywords"', () => {
    expect(fieldsOf({}, { industry: 'Retail', keywords: ['shoes', 'bags'] })[102]).toBe(
      'Retail; shoes, bags',
    );
  });

  it('110: "department"', () => {
    expect(fieldsOf({ department: 'Information Technology' })[110]).toBe('IT');
    expect(fieldsOf({ jobFunction: [{ name: 'Accounting', department: 'Finance' }] })[110]).toBe('Finance');
    expect(fieldsOf({ jobFunction: [{ name: 'Recruiting' }] })[110]).toBe('HR');
    expect(fieldsOf({ jobFunction: 'Sales' })[110]).toBe('Sales');
    expect(fieldsOf({})).not.toHaveProperty('110');
  });

  it('111: "buying intent topics plus recent job change"', () => {
    expect(fieldsOf({ buyingIntentTopics: ['ERP'], recentJobChange: 'Joined in March' })[111]).toBe(
      'Buying intent topics: ERP; Recent job change: Joined in March',
    );
    expect(fieldsOf({ recentJobChange: false, personHasMoved: 'Yes' })).not.toHaveProperty('111');
    expect(fieldsOf({ personHasMoved: 'Yes' })[111]).toBe('Recent job change: Yes');
    expect(fieldsOf({ personHasMoved: 'Uncertain' })).not.toHaveProperty('111');
    expect(fieldsOf({}, {}, { intent: [{ topic: 'ERP' }, {}, 'CRM'] })[111]).toBe(
      'Buying intent topics: ERP, CRM',
    );
  });

  it('of a company whose keys name it again are those of the company', () => {
    const company = { companyRevenue: '$10M', companyEmployees: '100-249', companyWebsite: 'acme.test' };
    const result = read({
      contact: { email: 'jane@acme.test' },
      company: { companyName: 'Acme', ...company },
    });
    expect(result).toMatchObject({ ok: true, warnings: [] });
    expect(result).toMatchObject({
      lead: {
        company: { name: 'Acme', website: 'acme.test' },
        customFields: { 107: '5M-25M', 108: '51-200' },
      },
    });
  });

  it('112: "foundedYear"', () => {
    expect(fieldsOf({}, { foundedYear: '1987' })[112]).toBe(1987);
    expect(fieldsOf({}, { foundedYear: 'long ago' })).not.toHaveProperty('112');
  });

  it('113: "street, city, state, zip"', () => {
    expect(fieldsOf({}, { street: '1 Main St', city: 'Springfield', state: 'IL', zip: 62701 })[113]).toBe(
      '1 Main St, Springfield, IL, 62701',
    );
    expect(fieldsOf({ city: 'Evanston' }, { city: 'Chicago' })[113]).toBe('Chicago');
    expect(fieldsOf({ city: 'Evanston' })[113]).toBe('Evanston');
    expect(fieldsOf({})).not.toHaveProperty('113');
  });
});

describe('a payload of provider B without its parts', () => {
  it.each([
    ['a company alone', { company: { name: 'Acme' } }, 'a contact object is required'],
    ['something else', { foo: 1 }, 'a contact object is required'],
    ['the payload of provider A', { person: {}, organization: {} }, 'a contact object is required'],
    ['a text for the contact', { contact: 'Jane Doe' }, 'must be a contact object'],
    ['null for the contact', { contact: null, company: {} }, 'must be a contact object'],
    ['a list for the contact', { contact: [] }, 'must be a contact object'],
  ])('%s names the part', (_what, data, message) => {
    expect(read(data)).toMatchObject({ ok: false, faults: [{ field: 'data.contact', message }] });
  });

  it('a malformed email names its path', () => {
    expect(read({ contact: { email: 'jane@' } })).toMatchObject({
      ok: false,
      faults: [{ field: 'data.contact.email', value: 'jane@', message: 'Invalid email address' }],
    });
    expect(read({ firstName: 'Jane', email: 'jane@' })).toMatchObject({
      ok: false,
      faults: [{ field: 'data.email', value: 'jane@', message: 'Invalid email address' }],
    });
  });
});
