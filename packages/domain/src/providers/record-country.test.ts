import { describe, expect, it } from '@jest/globals';
import type { ProviderKind } from '../model.js';
import { readPayload } from '../read-payload.js';
import { sourceOfKind } from '../testing/documented-samples.js';
import { settings } from '../testing/leads.js';

const number = '030/1234567';

describe('a number without a country code', () => {
  it.each<[ProviderKind, unknown]>([
    ['provider_a', { first_name: 'Ada', country: 'Germany', organization_name: 'Acme', phone: number }],
    ['provider_b', { contact: { lastName: 'Doe', phone: number }, company: { country: 'Germany' } }],
    ['provider_c', { data: { email: 'a@example.com', country_code: 'DE', phone_number: number } }],
    ['cognism', { results: [{ country: 'Germany', directPhoneNumbers: [{ number }] }] }],
    ['lusha', { results: [{ location: { countryIso2: 'DE' }, phones: [{ number }] }] }],
    ['hubspot', { properties: { country: 'Deutschland', phone: number } }],
    ['flat', { 'Company Country': 'Austria', Telephone: number, Country: 'DE' }],
  ])('of %s is read with the country of its record', (kind, payload) => {
    const result = readPayload(sourceOfKind(kind), payload, settings);
    expect(result.ok && result.lead.phone).toBe('+49301234567');
  });
});
