import { describe, expect, it } from '@jest/globals';

import { factsOfLead, gatingKeys, personKeys } from '../person-keys.js';
import type { ProviderKind } from '../model.js';
import { readFlagged, readPayload } from '../read-payload.js';
import { sourceOfKind } from '../testing/documented-samples.js';
import { settings } from '../testing/leads.js';

const acme = { name: 'Acme Works' };
const ofA = { first_name: 'Ada', last_name: 'Doe', email: 'ada@acme.test' };
const ofB = { firstName: 'Ada', lastName: 'Doe', email: 'ada@acme.test' };

describe('a company that is empty in one place', () => {
  it.each<[ProviderKind, unknown]>([
    ['provider_b', { contact: { ...ofB, company: acme }, company: {} }],
    ['provider_b', { contact: { ...ofB, company: acme }, company: [] }],
    ['provider_b', { contact: { ...ofB, company: acme }, company: { name: null } }],
    ['provider_b', { contact: { ...ofB, company: acme }, company: { id: 5, name: ' ', phones: [{}] } }],
    ['provider_b', { contact: { ...ofB, company: 'Acme Works' }, company: {} }],
    ['provider_b', { contact: { ...ofB, company: {} }, company: 'Acme Works' }],
    ['provider_b', { contact: { ...ofB, companyName: 'Acme Works' }, company: { name: null } }],
    ['provider_a', { person: { ...ofA, organization: acme }, organization: {} }],
    ['provider_a', { person: { ...ofA, organization: acme }, organization: { name: null } }],
    ['provider_a', { person: { ...ofA, organization: {} }, organization: acme }],
    ['provider_a', { person: { ...ofA, organization: {}, organization_name: 'Acme Works' } }],
    ['provider_a', { person: { ...ofA, organization: { name: '' }, account: acme } }],
    ['provider_a', { person: { ...ofA, organization: null, contact: { account: acme } } }],
    ['provider_a', { person: { ...ofA, account: {}, contact: { organization_name: 'Acme Works' } } }],
    ['provider_a', { ...ofA, company: 'Acme Works', account: {} }],
    ['provider_a', { ...ofA, company: 'Acme Works', organization: {} }],
    ['provider_c', { ...ofA, company: 'Acme Works', employment: {} }],
    ['lusha', { results: [{ ...ofB, emails: [], company: {}, companyName: 'Acme Works' }] }],
  ])('does not hide it in another one: %s %j', (kind, payload) => {
    expect(readPayload(sourceOfKind(kind), payload, settings)).toMatchObject({
      ok: true,
      lead: { company: acme },
      warnings: [],
    });
  });

  it.each<[ProviderKind, unknown]>([
    [
      'provider_b',
      { contact: { firstName: 'Ada', lastName: 'Doe', doNotEmail: true, company: acme }, company: {} },
    ],
    [
      'provider_a',
      {
        person: { first_name: 'Ada', last_name: 'Doe', email_unsubscribed: true, organization: acme },
        organization: {},
      },
    ],
  ])('leaves the opt-out of a person who is known by name and company alone: %s', (kind, payload) => {
    const [flagged] = readFlagged(sourceOfKind(kind), payload, settings);
    expect(flagged).toBeDefined();
    expect(gatingKeys(personKeys(flagged === undefined ? [] : [factsOfLead(flagged)]))).not.toEqual([]);
  });
});

it('a fact that is empty in one place does not hide it in another one', () => {
  const payload = {
    contact: { ...ofB, managementLevel: [] },
    company: { ...acme, managementLevel: 'Director' },
  };
  expect(readPayload(sourceOfKind('provider_b'), payload, settings)).toMatchObject({
    lead: { customFields: { 109: 'Director' } },
  });
});

it('the company that a payload names first is the one of its person', () => {
  const payload = { contact: { ...ofB, company: { name: 'Second' } }, company: { name: 'First' } };
  expect(readPayload(sourceOfKind('provider_b'), payload, settings)).toMatchObject({
    lead: { company: { name: 'First' } },
  });
});
