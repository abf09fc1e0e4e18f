import { describe, expect, it } from '@jest/globals';
import { readingsOf } from '../testing/readings.js';

const { leadOf, warningsOf } = readingsOf('provider_b');

const contact = { firstName: 'Dana', email: 'dana@acme.test' };
const fieldsOf = (company: object, values: object = {}, beside: object = {}) =>
  leadOf({ contact: { ...contact, ...values }, company: { name: 'Acme', ...company }, ...beside })
    .customFields;

describe('the company of a ZoomInfo contact', () => {
  it.each([
    ['an object beside', { contact, company: { name: 'Acme' } }],
    ['a text beside', { contact, company: 'Acme' }],
    ['an object inside', { contact: { ...contact, company: { name: 'Acme' } } }],
    ['a text inside', { contact: { ...contact, company: ' Acme ' } }],
    ['flat names inside', { contact: { ...contact, companyName: 'Acme' } }],
    ['flat names beside an empty object', { contact: { ...contact, company: {}, companyName: 'Acme' } }],
    ['flat names beside a list', { contact: { ...contact, company: ['x'], companyName: 'Acme' } }],
    ['a name of spaces with a second one', { contact, company: { name: ' ', companyName: 'Acme' } }],
  ])('may be %s', (_what, data) => {
    expect(leadOf(data).company.name).toBe('Acme');
  });

  it('beside the contact has priority over the one in it', () => {
    const data = { contact: { ...contact, company: { name: 'Inside' } }, company: { name: 'Beside' } };
    expect(leadOf(data).company.name).toBe('Beside');
  });

  it('with a name beyond the limit is shortened with a warning', () => {
    const data = { contact, company: 'x'.repeat(201) };
    expect(leadOf(data).company.name).toHaveLength(200);
    expect(warningsOf(data)).toEqual(['The company name was shortened to 200 characters']);
  });

  it.each([
    [{ website: 'https://acme.test/' }, 'acme.test'],
    [{ website: '', domain: 'acme.test' }, 'acme.test'],
    [{ domain: 'acme.test' }, 'acme.test'],
  ])('%j has the website %s', (company, website) => {
    expect(leadOf({ contact, company: { name: 'Acme', ...company } }).company.website).toBe(website);
  });

  it('with a known field under a name that is not read is reported', () => {
    expect(
      warningsOf({ contact, company: { name: 'Acme', homepage: 'acme.test', id: 7, ticker: 'X' } }),
    ).toEqual(['"company.homepage" was ignored: the provider\'s payload has no website at this place']);
  });
});

describe('the number of employees', () => {
  it.each([
    [{ employeeCount: 240, employeeRange: '100 - 249' }, {}, '201-1000', 240],
    [{ employeeCount: 0, employeeRange: '100 - 249' }, {}, '51-200', null],
    [{ employeeCount: 'unknown', employeeRange: '100 - 249' }, {}, '51-200', null],
    [{ employeeCount: '', employees: '1,200' }, {}, '1001-5000', 1_200],
    [{ employees: '1.200' }, {}, '1001-5000', 1_200],
    [{}, { employees: 12 }, '10-50', 12],
    [{ employees: 0 }, { employees: 12 }, '10-50', 12],
    [{ employeeCount: 12.4 }, {}, '10-50', null],
    [{ employeeCount: 1e12 }, {}, undefined, null],
    [{ employeeCount: -7 }, {}, undefined, null],
  ])('of %j and %j beside', (company, beside, range, headcount) => {
    const lead = leadOf({ contact, company: { name: 'Acme', ...company }, ...beside });
    expect([lead.customFields[108], lead.headcount]).toEqual([range, headcount]);
  });

  it('is shown with the revenue as the provider writes them', () => {
    expect(fieldsOf({ revenue: '$18 Million', employeeCount: 0, employeeRange: '100 - 249' })[103]).toBe(
      'Revenue: $18 Million; Employees: 100 - 249',
    );
    expect(fieldsOf({ employees: 'a few' })[103]).toBe('Employees: a few');
  });
});

describe('a recent job change', () => {
  it.each([
    [{ recentJobChange: true }, 'Recent job change: Yes'],
    [{ recentJobChange: 'true' }, 'Recent job change: Yes'],
    [{ recentJobChange: 'Yes' }, 'Recent job change: Yes'],
    [{ recentJobChange: 1 }, 'Recent job change: Yes'],
    [{ recentJobChange: 'Joined in March' }, 'Recent job change: Joined in March'],
    [{ personHasMoved: 'Yes' }, 'Recent job change: Yes'],
    [{ recentJobChange: '', personHasMoved: 'Yes' }, 'Recent job change: Yes'],
    [{ recentJobChange: 'false' }, undefined],
    [{ recentJobChange: 'No', personHasMoved: 'Yes' }, undefined],
    [{ recentJobChange: 0 }, undefined],
    [{ personHasMoved: 'No' }, undefined],
    [{ recentJobChange: null }, undefined],
  ])('of %j is %j', (values, expected) => {
    expect(fieldsOf({}, values)[111]).toBe(expected);
  });
});

describe('the LinkedIn profile', () => {
  const url = 'https://www.linkedin.com/in/dana';

  it.each([
    [
      'its own field',
      { linkedinUrl: url, externalUrls: [{ type: 'linkedin.com', url: 'https://linkedin.com/in/x' }] },
    ],
    ['its other spelling', { linkedinUrl: '', linkedInUrl: url }],
    [
      'a link by its type',
      {
        externalUrls: [
          { type: 'twitter.com', url: 'https://x.test' },
          { type: 'LINKED_IN', url },
        ],
      },
    ],
    ['a link by its address', { externalUrls: [{ url }] }],
    ['a link as a text', { externalUrls: ['https://twitter.com/dana', url] }],
    ['one link instead of a list', { socialMediaUrls: { type: 'linkedin.com', url } }],
    ['the older list', { externalUrls: [], socialMediaUrls: [null, 7, { type: 'linkedin.com', url }] }],
  ])('is %s', (_what, values) => {
    expect(leadOf({ contact: { ...contact, ...values } }).linkedinUrl).toBe(url);
  });

  it.each([
    [[]],
    [[{ type: 'twitter.com', url: 'https://twitter.com/x' }]],
    [[null, {}]],
    ['https://x.test'],
  ])('is missing in %j', (externalUrls) => {
    expect(leadOf({ contact: { ...contact, externalUrls } }).linkedinUrl).toBeNull();
  });
});

describe('lists of names', () => {
  it.each([
    [[{ vendor: 'Microsoft', product: 'Azure' }], 'Microsoft Azure'],
    [[{ vendor: 'Google LLC', product: 'Google Compute Engine' }], 'Google Compute Engine'],
    [[{ vendor: 'SAP' }], 'SAP'],
    [[{ product: 'Azure' }], 'Azure'],
    [[{ vendor: 'Go', product: 'Google Docs' }], 'Go Google Docs'],
    [['Okta', { name: 'Slack' }, {}, null, 'Okta'], 'Okta, Slack'],
    ['Okta', 'Okta'],
  ])('104 of the technologies %j', (technologies, expected) => {
    expect(fieldsOf({}, {}, { technologies })[104]).toBe(expected);
  });

  it.each([
    [[{ topic: 'Telehealth', signalScore: 82, audienceStrength: 'A' }], 'Telehealth (82, A)'],
    [[{ topic: 'Telehealth', signalScore: 82 }], 'Telehealth (82)'],
    [[{ name: 'Telehealth' }, 'ERP'], 'Telehealth, ERP'],
    [[{ signalScore: 82 }, { topic: 'ERP' }], 'ERP'],
  ])('111 of the intent %j', (intent, expected) => {
    expect(fieldsOf({}, {}, { intent })[111]).toBe(`Buying intent topics: ${expected}`);
  });

  it.each([
    [{ primaryIndustry: ['Software', 'IT'], industry: 'Other' }, 'Software'],
    [{ primaryIndustry: [], industry: 'Software' }, 'Software'],
    [{ primaryIndustry: [{ name: 'Software' }] }, 'Software'],
    [{ industries: [null, 'Software'] }, 'Software'],
  ])('102 of %j', (company, industry) => {
    expect(fieldsOf(company)[102]).toBe(industry);
  });

  it.each([
    [{ jobFunction: [{ name: 'Recruiting', department: 'Human Resources' }] }, 'HR'],
    [{ jobFunction: 'Finance' }, 'Finance'],
    [{ department: ['Legal'], jobFunction: 'Finance' }, 'Legal'],
    [{ department: [], jobFunction: 'Finance' }, 'Finance'],
  ])('110 of %j', (values, department) => {
    expect(fieldsOf({}, values)[110]).toBe(department);
  });
});

describe('addresses', () => {
  it('are the company’s, else the person’s', () => {
    const place = { street: '9 Lake Rd', city: 'Evanston', state: 'Illinois', zipCode: '60201' };
    expect(fieldsOf({ city: 'Chicago' }, place)[113]).toBe('Chicago');
    expect(fieldsOf({}, place)[113]).toBe('9 Lake Rd, Evanston, Illinois, 60201');
  });

  it('of flat names of the company are the company’s', () => {
    expect(fieldsOf({}, { companyCity: 'Chicago', companyZipCode: 60_606, city: 'Evanston' })[113]).toBe(
      'Chicago, 60606',
    );
  });
});

it.each(['__proto__', 'constructor'])('a company under the name %s is no company', (key) => {
  const data: unknown = JSON.parse(
    `{"contact": {"firstName": "Dana", "email": "dana@acme.test", "${key}": {"company": {"name": "X"}}}}`,
  );
  expect(leadOf(data).company.name).toBeNull();
});
