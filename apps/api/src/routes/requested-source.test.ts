import { describe, expect, it } from '@jest/globals';
import { defaultListNames, type LeadSource } from '@leadbridge/domain';
import type { Settings } from '@leadbridge/usecases';

import { filteredSource, requestedSource } from './requested-source.js';

const sources: readonly LeadSource[] = [
  { name: 'provider_a', kind: 'provider_a', label: 'Provider A', aliases: ['A', 'old_a'], enabled: true },
  { name: 'manual', kind: 'flat', label: 'Manual', aliases: [], enabled: true },
  { name: 'retired', kind: 'flat', label: 'Retired', aliases: ['gone'], enabled: false },
];

const settings: Settings = {
  sources,
  leadsPerMinute: {},
  defaultCountry: 'US',
  listNames: defaultListNames,
  companyMatching: 'name',
  statusIds: {},
  autoConversion: false,
  psa: { customFieldsEnabled: true },
};
const services = { settings: { current: () => settings } };

describe.each([
  ['requestedSource', (name: string) => requestedSource(name, services).name],
  ['filteredSource', (name: string) => filteredSource(name, services)],
])('%s', (_name, find) => {
  it.each(['provider_a', 'PROVIDER_A', ' provider_a ', 'a', 'old_a'])('finds a source by %j', (name) => {
    expect(find(name)).toBe('provider_a');
  });
});

describe('requestedSource', () => {
  it.each(['csv', '', 'Provider A', 'constructor'])('refuses %j with the names that can be sent', (name) => {
    const message = 'source is unknown; known are provider_a, manual';
    expect(() => requestedSource(name, services)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message,
        details: expect.objectContaining({ field: 'source', value: name }),
      }),
    );
  });

  it.each(['retired', 'gone'])('refuses %j, as that source is disabled', (name) => {
    expect(() => requestedSource(name, services)).toThrow('source is disabled in the configuration');
  });
});

describe('filteredSource', () => {
  it('finds a source that is disabled, as it has a past', () => {
    expect(filteredSource('gone', services)).toBe('retired');
  });

  it('refuses a name that no source has', () => {
    expect(() => filteredSource('csv', services)).toThrow('source is not the name of a provider');
  });

  it.each(['source', 'lead_source'] as const)('names the field %s that has the name', (field) => {
    expect(() => filteredSource('csv', services, field)).toThrow(
      expect.objectContaining({
        message: `${field} is not the name of a provider`,
        details: expect.objectContaining({ field, value: 'csv' }),
      }),
    );
  });
});
