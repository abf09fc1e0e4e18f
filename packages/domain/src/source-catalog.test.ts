import { describe, expect, it } from '@jest/globals';
import type { LeadSource } from './model.js';
import { defaultSources, findSource, findSourceByLabel, isOwnInput } from './source-catalog.js';

describe('decision "source": the default sources', () => {
  it.each([
    ['provider_a', 'provider_a', 'Provider A'],
    ['provider_b', 'provider_b', 'Provider B'],
    ['provider_c', 'provider_c', 'Provider C'],
    ['manual', 'flat', 'Manual'],
    ['csv', 'flat', 'CSV'],
  ])('%s is read as %s and labelled %s', (name, kind, label) => {
    expect(findSource(defaultSources, name)).toEqual({ name, kind, label, aliases: [], enabled: true });
  });

  it('are manual input or a provider, and a provider may send only the flat format', () => {
    expect(defaultSources.filter(isOwnInput).map(({ name }) => name)).toEqual(['manual', 'csv']);
    expect(isOwnInput({ name: 'clay', kind: 'flat', label: 'Clay', aliases: [], enabled: true })).toBe(false);
  });

  it('are five', () => {
    expect(defaultSources).toHaveLength(5);
  });
});

describe('decision "source": "renameable in the configuration, with aliases"', () => {
  const renamed: readonly LeadSource[] = [
    {
      name: 'people_base',
      kind: 'provider_a',
      label: 'People Base',
      aliases: ['provider_a', 'PB'],
      enabled: true,
    },
    { name: 'pb', kind: 'provider_b', label: 'Phone Book', aliases: [], enabled: false },
  ];

  it.each([
    ['its name', 'people_base'],
    ['its name in another case', 'People_Base'],
    ['an alias', 'provider_a'],
    ['an alias in another case', 'PROVIDER_A'],
    ['blanks around it', ' people_base '],
  ])('finds a source by %s', (_what, name) => {
    expect(findSource(renamed, name)?.label).toBe('People Base');
  });

  it('prefers a name over an alias of another source', () => {
    expect(findSource(renamed, 'pb')?.label).toBe('Phone Book');
  });

  it('also finds a disabled source, so that the caller can report it', () => {
    expect(findSource(renamed, 'pb')?.enabled).toBe(false);
  });

  it.each(['provider_z', '', ' ', '__proto__', 'constructor', 'toString', 'People Base'])(
    'knows no source named %p',
    (name) => {
      expect(findSource(renamed, name)).toBeNull();
    },
  );
});

describe('specification, "Do Not Contact sync-back": "takes the lead source from CF_101"', () => {
  const relabelled: readonly LeadSource[] = [
    { name: 'provider_a', kind: 'provider_a', label: 'Apples', aliases: ['Provider A'], enabled: true },
    { name: 'apples', kind: 'provider_b', label: 'Provider B', aliases: [], enabled: true },
  ];

  it('finds a source by its label in any case', () => {
    expect(findSourceByLabel(defaultSources, 'Provider B')?.name).toBe('provider_b');
    expect(findSourceByLabel(defaultSources, ' provider b ')?.name).toBe('provider_b');
  });

  it('prefers a label over a name', () => {
    expect(findSourceByLabel(relabelled, 'Apples')?.name).toBe('provider_a');
  });

  it('finds a source by an alias if its label has changed since', () => {
    expect(findSourceByLabel(relabelled, 'Provider A')?.name).toBe('provider_a');
  });

  it('finds a source by a former label, unless another source has it now', () => {
    const renamed: readonly LeadSource[] = [
      { ...relabelled[0], formerLabels: ['Provider A', 'Provider B'], aliases: [] } as LeadSource,
      { ...relabelled[1] } as LeadSource,
    ];
    expect(findSourceByLabel(renamed, ' provider a')?.name).toBe('provider_a');
    expect(findSourceByLabel(renamed, 'Provider B')?.name).toBe('apples');
  });

  it('finds a source by its name', () => {
    expect(findSourceByLabel(defaultSources, 'provider_c')?.name).toBe('provider_c');
  });

  it('knows no other label', () => {
    expect(findSourceByLabel(defaultSources, 'Trade fair')).toBeNull();
  });
});
