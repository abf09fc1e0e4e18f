import { describe, expect, it } from '@jest/globals';
import type { ProviderKind } from '../model.js';
import { readFlagged, readPayload } from '../read-payload.js';
import { sourceOfKind } from '../testing/documented-samples.js';
import { settings } from '../testing/leads.js';

const companies = [{ name: 'Acme' }];

describe('a company in an unknown format', () => {
  it.each<[ProviderKind, string, unknown]>([
    ['provider_a', 'person.organization', { person: { first_name: 'Ada', organization: companies } }],
    ['provider_a', 'organization', { person: { first_name: 'Ada' }, organization: companies }],
    ['provider_a', 'person.account', { person: { first_name: 'Ada', account: companies } }],
    ['provider_b', 'contact.company', { contact: { firstName: 'Ada', company: companies } }],
    ['provider_b', 'company', { contact: { firstName: 'Ada' }, company: companies }],
    ['cognism', 'results[0].account', { results: [{ firstName: 'Ada', account: companies }] }],
    ['lusha', 'results[0].company', { results: [{ firstName: 'Ada', company: companies }] }],
  ])('of %s is reported in a warning: %s', (kind, key, payload) => {
    const result = readPayload(sourceOfKind(kind), payload, settings);
    expect(result).toMatchObject({
      ok: true,
      warnings: [`"${key}" was ignored: its value cannot be read as company`],
    });
  });

  it('a LinkedIn page is not a website', () => {
    const payload = {
      name: 'Ada Doe',
      companyUrl: 'https://www.linkedin.com/sales/company/1',
      Domain: 'acme.test',
    };
    expect(readPayload(sourceOfKind('flat'), payload, settings)).toMatchObject({
      ok: true,
      lead: { company: { website: 'acme.test' } },
      warnings: ['"companyUrl" was ignored: its value cannot be read as website'],
    });
  });
});

describe('a list or an object instead of a text', () => {
  const oddity = { value: 'CTO' };

  it.each<[ProviderKind, string, unknown]>([
    ['provider_a', 'job title', { person: { first_name: 'Ada', title: oddity } }],
    ['provider_a', 'last name', { person: { first_name: 'Ada', last_name: ['Doe'] } }],
    ['provider_a', 'profile link', { person: { first_name: 'Ada', linkedin_url: oddity } }],
    ['provider_a', 'company name', { person: { first_name: 'Ada' }, organization: { name: oddity } }],
    ['provider_b', 'job title', { contact: { firstName: 'Ada', jobTitle: [oddity] } }],
    [
      'provider_b',
      'website',
      { contact: { firstName: 'Ada' }, company: { name: 'Acme', website: ['acme.test'] } },
    ],
    ['cognism', 'job title', { results: [{ firstName: 'Ada', jobTitle: true }] }],
  ])('of %s is reported: the %s', (kind, name, payload) => {
    expect(readPayload(sourceOfKind(kind), payload, settings)).toMatchObject({
      ok: true,
      warnings: [`The ${name} could not be read; the lead is imported without it`],
    });
  });

  it.each<[ProviderKind, string, unknown]>([
    ['provider_a', 'phone', { person: { first_name: 'Ada', phone_numbers: [{ e164: '+12025550143' }] } }],
    [
      'provider_b',
      "company's phone",
      { contact: { firstName: 'Ada' }, company: { phone: ['+12025550143'] } },
    ],
    [
      'cognism',
      'phone',
      { results: [{ firstName: 'Ada', mobilePhoneNumbers: [{ value: '+12025550143' }] }] },
    ],
    ['lusha', 'phone', { results: [{ firstName: 'Ada', phones: [{ phone: '+1 (202) 555-0143' }] }] }],
  ])('of %s is reported: a %s number', (kind, name, payload) => {
    expect(readPayload(sourceOfKind(kind), payload, settings)).toMatchObject({
      ok: true,
      lead: { phone: null },
      warnings: [`The ${name} number could not be read; the lead is imported without it`],
    });
  });

  it.each<[ProviderKind, unknown]>([
    ['provider_a', { person: { first_name: 'Ada', seniority: ['vp'] } }],
    ['cognism', { results: [{ firstName: 'Ada', managementLevel: ['VP'] }] }],
  ])('of %s is read if it is the level in a list', (kind, payload) => {
    expect(readPayload(sourceOfKind(kind), payload, settings)).toMatchObject({
      lead: { customFields: { 109: 'VP' } },
      warnings: [],
    });
  });

  it('is no loss if the name is known from elsewhere', () => {
    const payload = { person: { first_name: 'Ada', name: { full: 'Ada Doe' }, title: [], linkedin_url: {} } };
    expect(readPayload(sourceOfKind('provider_a'), payload, settings)).toMatchObject({
      ok: true,
      warnings: [],
    });
  });
});

describe('responses of Lusha’s earlier APIs', () => {
  it.each(['internationalNumber', 'localizedNumber'])('have a number as %s', (key) => {
    const payload = {
      data: { firstName: 'Ada', phoneNumbers: [{ [key]: '+1 202-555-0143' }], emailAddresses: [] },
    };
    expect(readPayload(sourceOfKind('lusha'), payload, settings)).toMatchObject({
      ok: true,
      lead: { phone: '+12025550143' },
      warnings: [],
    });
  });

  const person = {
    firstName: 'Ada',
    companyId: 5,
    emailAddresses: [{ email: 'ada@acme.test', emailType: 'work' }],
  };

  it.each([
    [
      'of many people, with the one that was found',
      { '1': { error: null, data: person }, '2': { error: { name: 'EMPTY_DATA' } } },
    ],
    ['of one person', { '1': { data: person } }],
  ])('are opened: %s', (_what, contacts) => {
    const payload = { requestId: 'r', contacts, companies: { '5': { name: 'Acme', domain: 'acme.test' } } };
    expect(readPayload(sourceOfKind('lusha'), payload, settings)).toMatchObject({
      ok: true,
      lead: { email: 'ada@acme.test', company: { name: 'Acme', website: 'acme.test' } },
    });
  });

  it('the person as the data', () => {
    expect(readPayload(sourceOfKind('lusha'), { data: person }, settings)).toMatchObject({
      ok: true,
      lead: { email: 'ada@acme.test' },
    });
  });

  it('of two people are rejected, and an opt-out in them counts', () => {
    const phoneNumbers = [{ number: '+14155550132', doNotCall: true }];
    const payload = { contacts: { '1': { data: person }, '2': { data: { ...person, phoneNumbers } } } };
    const source = sourceOfKind('lusha');
    expect(readPayload(source, payload, settings)).toMatchObject({ ok: false, faults: [{ value: 2 }] });
    expect(readFlagged(source, payload, settings)).toHaveLength(1);
  });

  it.each([
    ['contact', { contact: { error: { code: 3, name: 'EMPTY_DATA' }, data: null } }],
    ['contacts', { contacts: { '1': { error: { code: 3, name: 'EMPTY_DATA' } } } }],
  ])('without a person are rejected with the reason: %s', (_what, payload) => {
    expect(readPayload(sourceOfKind('lusha'), payload, settings)).toMatchObject({
      ok: false,
      faults: [{ value: 'EMPTY_DATA', message: 'Lusha gives no contact: EMPTY_DATA' }],
    });
  });
});

it('a response of Hunter’s email verifier contains the verification', () => {
  const payload = { data: { email: 'ada@acme.test', status: 'accept_all', score: 80, smtp_check: true } };
  expect(readPayload(sourceOfKind('provider_c'), payload, settings)).toMatchObject({
    ok: true,
    lead: { emailVerification: 'accept_all', customFields: { 111: 'Verification: accept_all' } },
  });
});
