import { describe, expect, it } from '@jest/globals';
import type { ConfigChange } from '@leadbridge/contracts';

import { defaultSettings } from '../ports/settings.js';
import {
  completeProviders,
  configFaults,
  configInForce,
  keepFormerLabels,
  mergeConfig,
  settingsOf,
} from './service-config.js';

const defaults = configInForce({}, 'US');
const withChange = (change: ConfigChange) =>
  configInForce(completeProviders(change, defaults.providers), 'US');

describe('the configuration in force', () => {
  it('gives the default settings without changes', () => {
    const settings = settingsOf(defaults);
    expect(settings).toMatchObject({
      ...defaultSettings('US'),
      ...{ sources: defaultSettings('US').sources, leadsPerMinute: { provider_a: 0 } },
    });
  });

  it('merges changes deeply, and replaces lists as a whole', () => {
    const config = configInForce({ providers: { provider_a: { aliases: ['alpha'] } } }, 'US');
    const changed = mergeConfig(config, {
      providers: { provider_a: { aliases: ['one'] } },
      lists: { hot: 'Now' },
    });
    expect(changed.providers['provider_a']).toEqual({
      ...defaults.providers['provider_a'],
      aliases: ['one'],
    });
    expect(changed.lists).toEqual({ ...defaults.lists, hot: 'Now' });
    expect(changed.providers['provider_b']).toEqual(defaults.providers['provider_b']);
  });

  it('takes a status id of 0 for none', () => {
    const config = withChange({ status_ids: { engaged: 0, contacted: 21 } });
    expect(config.status_ids).toEqual({ contacted: 21 });
  });

  it('gives a provider that was stored before labels were remembered an empty list of them', () => {
    const stored = { enabled: true, rate_limit: 0, label: 'Acme', aliases: [], kind: 'flat' as const };
    expect(configInForce({ providers: { acme: stored } }, 'US').providers['acme']?.former_labels).toEqual([]);
  });

  it('reaches the rules in their own form', () => {
    const settings = settingsOf(
      withChange({
        providers: { acme: { kind: 'hubspot', rate_limit: 30, label: 'Acme' } },
        lists: { mid_market: 'Middle', small_business: 'Small', do_not_contact: 'Never' },
        ...{ workflow: { auto_conversion: true }, psa: { custom_fields_enabled: false } },
        ...{ status_ids: { engaged: 21 }, default_country: 'DE' },
      }),
    );
    expect(settings).toMatchObject({
      ...{ defaultCountry: 'DE', autoConversion: true, statusIds: { engaged: 21 } },
      psa: { customFieldsEnabled: false },
      listNames: { midMarket: 'Middle', smallBusiness: 'Small', doNotContact: 'Never' },
    });
    expect(settings.leadsPerMinute['acme']).toBe(30);
    expect(settings.sources.map(({ name }) => name)).toEqual([
      ...['provider_a', 'provider_b', 'provider_c', 'acme', 'manual', 'csv'],
    ]);
  });
});

describe('a new provider', () => {
  it('needs only a name and a kind', () => {
    expect(completeProviders({ providers: { acme: { kind: 'flat' } } }, defaults.providers)).toEqual({
      providers: {
        acme: { enabled: true, rate_limit: 0, label: 'acme', former_labels: [], aliases: [], kind: 'flat' },
      },
    });
  });

  it('may have the name of a property that every object inherits', () => {
    const providers = Object.fromEntries([['constructor', { kind: 'flat' as const }]]);
    const change = completeProviders({ providers }, defaults.providers);
    expect(Object.values(change.providers ?? {})).toEqual([
      expect.objectContaining({ label: 'constructor' }),
    ]);
    expect(keepFormerLabels(change, defaults)).toEqual(change);
    expect(configFaults(withChange(change))).toEqual([]);
  });

  it('is a fault without a kind', () => {
    expect(configFaults(withChange({ providers: { acme: { label: 'Acme' } } }))).toEqual([
      expect.objectContaining({ field: 'providers.acme.kind', value: null }),
    ]);
  });

  it('does not complete a change of a known one', () => {
    const change = { providers: { provider_a: { enabled: false } } };
    expect(completeProviders(change, defaults.providers)).toEqual(change);
  });
});

describe('former labels', () => {
  type ProviderChange = NonNullable<ConfigChange['providers']>[string];

  it.each<[string, ProviderChange, ProviderChange, readonly string[]]>([
    ['remember a replaced label', { label: 'Alpha' }, {}, ['Provider A']],
    ['are none while the label stays', { label: 'Provider A' }, {}, []],
    ['do not remember another spelling of the label', { label: 'PROVIDER A ' }, {}, []],
    ['keep those before', { label: 'Beta' }, { label: 'Alpha', former_labels: ['Old'] }, ['Old', 'Alpha']],
    ['lose a label used again', { label: 'Old' }, { label: 'Alpha', former_labels: ['Old'] }, ['Alpha']],
    ['join a given list', { label: 'Beta', former_labels: ['Own'] }, {}, ['Own', 'Provider A']],
    ['have each label once', { label: 'Beta', former_labels: ['provider a'] }, {}, ['Provider A']],
  ])('%s', (_, next, before, expected) => {
    const kept = keepFormerLabels(
      { providers: { provider_a: next } },
      withChange({ providers: { provider_a: before } }),
    );
    expect(kept.providers?.['provider_a']?.former_labels).toEqual(expected);
  });
});

describe('the faults of a whole configuration', () => {
  it('are none by default', () => {
    expect(configFaults(defaults)).toEqual([]);
  });

  it.each<[string, ConfigChange, string, string]>([
    [
      'a label of another provider in other letters',
      { providers: { provider_b: { label: 'PROVIDER A' } } },
      'providers.provider_b.label',
      'provider_a',
    ],
    [
      'an alias that is the name of another',
      { providers: { provider_a: { aliases: ['fine', 'provider_b'] } } },
      'providers.provider_a.aliases.1',
      'provider_b',
    ],
    [
      'an alias that is the name of a source of its own',
      { providers: { provider_a: { aliases: ['csv'] } } },
      'providers.provider_a.aliases.0',
      'csv',
    ],
    [
      'a former label of another',
      { providers: { provider_a: { former_labels: ['Provider C'] } } },
      'providers.provider_a.former_labels.0',
      'provider_c',
    ],
  ])('include %s', (_, change, field, owner) => {
    expect(configFaults(withChange(change))).toEqual([
      expect.objectContaining({ field, message: `${field} is used by ${owner} already` }),
    ]);
  });

  it('let a provider have its own name as label and alias', () => {
    const change = { providers: { provider_a: { label: 'provider_a', aliases: ['Provider_A'] } } };
    expect(configFaults(withChange(change))).toEqual([]);
  });

  it('include a provider with the name of a source of its own', () => {
    const faults = configFaults(withChange({ providers: { csv: { kind: 'flat', label: 'Other' } } }));
    expect(faults).toContainEqual(
      expect.objectContaining({
        field: 'providers.csv',
        message: 'csv is a source of its own, and no provider',
      }),
    );
  });

  it.each<[string, Record<string, number>, readonly string[]]>([
    [
      'two statuses with one id',
      { contacted: 21, engaged: 21 },
      ['status_ids.engaged is the id of contacted'],
    ],
    ['the built-in id of another status', { engaged: 2 }, ['status_ids.engaged is the id of researching']],
    ['no built-in id that was set differently', { researching: 30, engaged: 2 }, []],
  ])('include %s', (_, ids, messages) => {
    expect(configFaults(withChange({ status_ids: ids })).map(({ message }) => message)).toEqual(messages);
  });
});
