import { describe, expect, it } from '@jest/globals';

import type { ProviderKind } from '../model.js';
import { readingsOf } from '../testing/readings.js';

const ofA = { first_name: 'Dana', last_name: 'Doe', email: 'dana@acme.test' };
const ofB = { firstName: 'Dana', lastName: 'Doe', email: 'dana@acme.test' };

describe('a field of the flat format beside the fields of a provider', () => {
  it.each<[ProviderKind, object, string]>([
    [
      'provider_a',
      { person: ofA, organization: { name: 'Acme', industry: 'Software' }, industry: 'Rail' },
      '"industry" was ignored: industry was taken from the provider\'s own',
    ],
    [
      'provider_a',
      { person: ofA, email: 'other@acme.test' },
      '"email" was ignored: email was taken from the provider\'s own',
    ],
    [
      'provider_a',
      { person: ofA, technologies: ['SAP'] },
      '"technologies" was ignored: the provider\'s payload has no technologies at this place',
    ],
    [
      'provider_b',
      { contact: ofB, company: { name: 'Acme', employeeCount: 120 }, headcount: 900 },
      '"headcount" was ignored: headcount was taken from the provider\'s own',
    ],
    [
      'lusha',
      { results: [{ ...ofB, company: { industry: 'Software' } }], services_offered: 'Audits' },
      '"services_offered" was ignored: services_offered was taken from the provider\'s own',
    ],
    [
      'hubspot',
      { properties: { email: ofA.email, company: 'Acme', jobtitle: 'CTO', Position: 'CEO' } },
      '"Position" was ignored: title was taken from the provider\'s own',
    ],
  ])('of %s is reported if the lead does not have its value: %j', (kind, payload, warning) => {
    expect(readingsOf(kind).warningsOf(payload)).toEqual([warning]);
  });

  it.each<[ProviderKind, object]>([
    ['provider_a', { person: ofA, organization: { industry: 'Software' }, Industry: 'software ' }],
    ['provider_a', { person: { ...ofA, phone: '(202) 555-0143' }, phone: '1-202-555-0143' }],
    ['provider_a', { person: ofA, organization: { website_url: 'https://acme.test/' }, domain: 'acme.test' }],
    ['provider_b', { contact: ofB, company: { employeeCount: 120 }, headcount: '51-200' }],
    ['provider_b', { contact: ofB, company: { revenue: 18_000_000 }, annual_revenue: '$18 Million' }],
    ['provider_b', { contact: { ...ofB, managementLevel: 'C-Level' }, seniority: 'C-Suite' }],
  ])('of %s is not, if it says the same: %j', (kind, payload) => {
    expect(readingsOf(kind).warningsOf(payload)).toEqual([]);
  });

  it('has its own custom field, in which the industry stands only where there is none', () => {
    const properties = { email: 'dana@acme.test', company: 'Acme', industry: 'Software' };
    const { leadOf } = readingsOf('hubspot');
    expect(leadOf({ properties }).customFields[102]).toBe('Software');
    expect(leadOf({ properties: { ...properties, services_offered: 'Audits' } })).toMatchObject({
      industry: 'Software',
      customFields: { 102: 'Audits' },
    });
  });
});

describe('the exact number of employees beside a range', () => {
  it.each<[ProviderKind, object]>([
    ['flat', { ...ofA, company: 'Acme', 'Employee Range': '51-200', Employees: 120 }],
    ['flat', { ...ofA, company: 'Acme', Employees: 120, 'Employee Range': '51-200' }],
    [
      'hubspot',
      { properties: { ...ofA, company: 'Acme', numemployees: '51-200', numberofemployees: '120' } },
    ],
    ['lusha', { results: [{ ...ofB, company: { employees: '51 - 200', employeeCount: 120 } }] }],
    ['lusha', { results: [{ ...ofB, company: { companySize: [51, 200], employees: 120 } }] }],
    ['provider_b', { contact: ofB, company: { employees: '51-200' }, employees: 120 }],
  ])('of %s counts: %j', (kind, payload) => {
    const { leadOf, warningsOf } = readingsOf(kind);
    expect(leadOf(payload)).toMatchObject({ headcount: 120, customFields: { 108: '51-200' } });
    expect(warningsOf(payload)).toEqual([]);
  });

  it('does not, if it contradicts the range before it', () => {
    const payload = { ...ofA, company: 'Acme', 'Employee Range': '51-200', Employees: 1_200 };
    const { leadOf, warningsOf } = readingsOf('flat');
    expect(leadOf(payload)).toMatchObject({ headcount: null, customFields: { 108: '51-200' } });
    expect(warningsOf(payload)).toEqual([
      '"Employees" was ignored: headcount was taken from "Employee Range"',
    ]);
  });
});

describe('a further phone number', () => {
  const offices = (...officePhoneNumbers: unknown[]) => ({
    results: [
      { ...ofB, email: { address: 'dana@acme.test' }, account: { name: 'Acme', officePhoneNumbers } },
    ],
  });

  it('of the company is reported, once', () => {
    const [one, other] = [{ number: '+12025550143' }, { number: '+12025550144' }];
    const { leadOf, warningsOf } = readingsOf('cognism');
    expect(leadOf(offices(one, other)).company.phone).toBe(one.number);
    expect(warningsOf(offices(one, other, other))).toEqual([
      'A further phone number of the company was left out: "+12025550144"',
    ]);
    expect(warningsOf(offices(one, { number: '202 555 0143' }))).toEqual([]);
  });

  it('that cannot be read is reported', () => {
    const phone_numbers = ['+12025550143', 'ask Dana', { digits: '2025550144' }];
    expect(readingsOf('provider_a').warningsOf({ person: { ...ofA, phone_numbers } })).toEqual([
      'A further phone number was left out: "ask Dana"',
      'A further phone number was left out: it could not be read',
    ]);
  });
});

it('a number with a mark in an unknown form is not called', () => {
  const phones = [{ number: '+12025550143', doNotCall: { state: 'listed' } }];
  const { leadOf, warningsOf } = readingsOf('lusha');
  const payload = { results: [{ ...ofB, phones }] };
  expect(leadOf(payload).phone).toBeNull();
  expect(warningsOf(payload)).toEqual(['A phone number that is on a do-not-call list was left out']);
});
