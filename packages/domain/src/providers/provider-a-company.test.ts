import { describe, expect, it } from '@jest/globals';
import { companyOfA, customFieldsOfA, employeesOfA } from './provider-a-company.js';

describe('the company of a person', () => {
  it('is the organization, completed by an account of the same name', () => {
    const organization = { name: 'Acme', phone: '', founded_year: null, keywords: [] };
    const account = { name: 'ACME, Inc.', phone: '1', founded_year: 1998, keywords: ['cloud'] };
    expect(companyOfA([organization], [account])).toEqual({ ...account, name: 'Acme' });
  });

  it.each([
    ['another company', [{ name: 'Acme' }], [{ name: 'Globex', phone: '1' }], { name: 'Acme' }],
    ['a nameless account', [{ name: 'Acme' }], [{ name: null, phone: '1' }], { name: 'Acme', phone: '1' }],
    [
      'a nameless organization',
      [{ phone: '2' }],
      [{ name: 'Globex', phone: '1' }],
      { name: 'Globex', phone: '2' },
    ],
    ['no organization', [], [{ name: 'Globex' }], { name: 'Globex' }],
    ['nothing', [], [], {}],
    ['a name that is a list', [{ name: ['Acme'] }], [{ name: 'Globex' }], { name: ['Acme'] }],
  ])('with %s', (_what, organizations, accounts, company) => {
    expect(companyOfA(organizations, accounts)).toEqual(company);
  });
});

describe('the exact number of employees', () => {
  it.each([
    [{ estimated_num_employees: 120 }, 120],
    [{ estimated_num_employees: '5,400' }, 5_400],
    [{ estimated_num_employees: null, estimated_employee_count: 7 }, 7],
    [{ employee_count: '12' }, 12],
    [{ estimated_num_employees: '5.400' }, 5_400],
    [{ estimated_num_employees: 0, employee_count: 12 }, 12],
    [{ estimated_num_employees: 'unknown', employee_count: 12 }, 12],
    [{ estimated_num_employees: 0 }, null],
    [{ estimated_num_employees: '51-200' }, null],
    [{ estimated_num_employees: 1e7 }, 1e7],
    [{ estimated_num_employees: 1e7 + 1 }, null],
    [{ estimated_num_employees: [120] }, null],
    [{}, null],
  ])('of %j is %j', (company, employees) => {
    expect(employeesOfA(company)).toBe(employees);
  });
});

describe('custom fields of a person and their company', () => {
  const of = (organization: object, person: object = {}, data: object = {}) =>
    customFieldsOfA({ ...person }, { ...organization }, { ...data });

  it('are none without data', () => {
    expect(of({})).toEqual({});
  });

  it.each([
    [{ keywords: ['cloud', 'cloud', ' help desk '], industry: 'IT' }, 'cloud, help desk'],
    [{ keywords: [], industry: 'IT' }, 'IT'],
    [{ keywords: [null, {}], industry: 'IT' }, 'IT'],
    [{ keywords: 'cloud' }, 'cloud'],
  ])('102 of %j', (organization, expected) => {
    expect(of(organization)[102]).toBe(expected);
  });

  it.each([
    [
      [{ type: 'Series B', amount: '25M', currency: 'USD', date: '2025-03-01T00:00:00Z' }],
      'Series B 25M USD (2025-03-01)',
    ],
    [[{ type: 'Seed', amount: null, currency: 'USD', date: null }], 'Seed'],
    [[{ amount: 25_000_000 }], '25000000'],
    [['Series A', {}, null], 'Series A'],
    [{ type: 'Seed' }, 'Seed'],
  ])('103 of the funding %j', (funding_events, expected) => {
    expect(of({ funding_events, technology_names: ['AWS'] })[103]).toBe(expected);
  });

  it('103 without funding are the technologies', () => {
    expect(of({ funding_events: [], technology_names: ['AWS', 'Okta'] })[103]).toBe('AWS, Okta');
  });

  it('104 and 106 of the current technologies', () => {
    const current_technologies = [
      { name: 'Salesforce', category: 'CRM' },
      { name: 'AWS' },
      { category: 'Other' },
      'SAP',
    ];
    expect(of({ current_technologies })).toMatchObject({
      104: 'Salesforce (CRM), AWS, SAP',
      106: 'Salesforce, AWS, SAP',
    });
    expect(of({ current_technologies, technology_names: ['Okta'] })[106]).toBe('Okta');
    expect(of({ current_technologies, technology_names: [] })[106]).toBe('Salesforce, AWS, SAP');
  });

  it.each([
    [{ estimated_num_employees: 120, annual_revenue: 1 }, '5M-25M', '51-200'],
    [{ estimated_num_employees: 0, annual_revenue: 1_200_000 }, '1M-5M', undefined],
    [{ annual_revenue: '$30 Million' }, '25M-100M', undefined],
    [{ annual_revenue: 0 }, undefined, undefined],
    [{ annual_revenue: { amount: 7 } }, undefined, undefined],
  ])('107 and 108 of %j', (organization, revenue, employees) => {
    const fields = of(organization);
    expect([fields[107], fields[108]]).toEqual([revenue, employees]);
  });

  it.each([
    [{ departments: ['master_finance'], functions: ['sales'] }, 'Finance'],
    [{ departments: [], functions: ['sales'] }, 'Sales'],
    [{ departments: [null], functions: null, subdepartments: 'legal' }, 'Legal'],
  ])('110 of %j', (person, department) => {
    expect(of({}, person)[110]).toBe(department);
  });

  it.each([
    [{ intent_strength: 'high', is_likely_to_engage: true }, {}, 'Intent strength: high'],
    [
      { buyer_intent_topics: ['cloud', { topic: 'zero trust' }] },
      { buyer_intent_topics: ['cloud'] },
      'Buyer intent topics: cloud, zero trust',
    ],
    [{ intent_strength: null, is_likely_to_engage: 'true' }, {}, 'Likely to engage'],
    [{ is_likely_to_engage: false }, {}, undefined],
  ])('111 of %j and %j', (person, data, expected) => {
    expect(of({}, person, data)[111]).toBe(expected);
  });

  it.each([
    [{ founded_year: '2004' }, 2004],
    [{ founded_year: 0 }, undefined],
    [{ founded_year: '2004-05-01' }, 2004],
    [{ founded_year: 20_040 }, undefined],
  ])('112 of %j', (organization, year) => {
    expect(of(organization)[112]).toBe(year);
  });

  it.each([
    [
      { primary_domain: 'acme.test', city: 'Springfield', state: 'Illinois', postal_code: 62_701 },
      'acme.test; Springfield, Illinois 62701',
    ],
    [{ raw_address: '1 Main St, Springfield', city: 'Springfield' }, '1 Main St, Springfield'],
    [{ headquarters_address: ' ', raw_address: '1 Main St' }, '1 Main St'],
    [{ headquarters_address: { line1: '1 Main St' }, city: 'Springfield' }, 'Springfield'],
    [{ primary_domain: 'acme.test' }, 'acme.test'],
  ])('113 of %j', (organization, address) => {
    expect(of(organization)[113]).toBe(address);
  });
});
