import { describe, expect, it } from '@jest/globals';
import type { ProviderKind } from '../model.js';
import { readPayload } from '../read-payload.js';
import { sourceOfKind } from '../testing/documented-samples.js';
import { settings } from '../testing/leads.js';

type PayloadOf = (number: string, country: string) => unknown;

const kinds: readonly (readonly [ProviderKind, PayloadOf])[] = [
  ['provider_a', (phone, country) => ({ first_name: 'Ada', country, organization_name: 'Acme', phone })],
  ['provider_b', (phone, country) => ({ contact: { lastName: 'Doe', phone }, company: { country } })],
  [
    'provider_c',
    (number, country) => ({ data: { email: 'a@example.com', country_code: country, phone_number: number } }),
  ],
  [
    'cognism',
    (number, country) => ({ results: [{ lastName: 'Doe', country, directPhoneNumbers: [{ number }] }] }),
  ],
  [
    'lusha',
    (number, country) => ({ results: [{ lastName: 'Doe', location: { country }, phones: [{ number }] }] }),
  ],
  ['hubspot', (phone, country) => ({ properties: { lastname: 'Doe', country, phone } })],
  ['flat', (phone, country) => ({ 'Company Country': 'Austria', Telephone: phone, Country: country })],
];

function read(kind: ProviderKind, payload: unknown): { phone: string | null; warnings: readonly string[] } {
  const result = readPayload(sourceOfKind(kind), payload, settings);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  // Of two addresses the company's is used, but the person's country for the number.
  const warnings = result.warnings.filter((warning) => !warning.startsWith('"Country" was ignored'));
  return { phone: result.lead.phone, warnings };
}

describe.each(kinds)('a number of %s', (kind, payloadOf) => {
  it('without a country code is read with the country of its record', () => {
    expect(read(kind, payloadOf('030/1234567', 'Germany')).phone).toBe('+49301234567');
  });

  it.each([
    ['030/1234567 oder 030/1234568', '+49301234567', 'number'],
    ['030/1234567\n030/1234568', '+49301234567', 'number'],
    ['030 1234567 Durchwahl 12', '+49301234567', 'extension'],
    ['030 1234567 (nur vormittags)', '+49301234567', 'beside'],
  ])('is read alike in every payload: %j', (written, phone, told) => {
    const { phone: number, warnings } = read(kind, payloadOf(written, 'DE'));
    expect(number).toBe(phone);
    expect(warnings.filter((warning) => warning.includes(told))).toHaveLength(1);
  });

  it('without a country code is left out if the country of its record is not known', () => {
    const { phone, warnings } = read(kind, payloadOf('202-555-0143', 'Atlantis'));
    expect(phone).toBeNull();
    expect(warnings).toEqual([
      'The country "Atlantis" is not known: a phone number without a country code was left out',
    ]);
  });

  it('with a country code needs no country', () => {
    expect(read(kind, payloadOf('+1 202-555-0143', 'Atlantis'))).toEqual({
      phone: '+12025550143',
      warnings: [],
    });
  });
});
