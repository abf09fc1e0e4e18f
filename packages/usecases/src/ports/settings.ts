import type { ConfigChange } from '@leadbridge/contracts';
import { defaultListNames, defaultSources, industries } from '@leadbridge/domain';
import type { CompanyMatching, LeadSource, ListNames } from '@leadbridge/domain';

import type { AuditEntry } from './audit.js';

export interface Settings {
  readonly sources: readonly LeadSource[];
  /** By source name: the maximum leads per minute of one of its bulk imports; no limit if 0 or absent. */
  readonly leadsPerMinute: Readonly<Record<string, number>>;
  /** ISO 3166-1 alpha-2. Used for phone numbers without a country code, if the lead has no country. */
  readonly defaultCountry: string;
  readonly listNames: ListNames;
  readonly companyMatching: CompanyMatching;
  /** The PSA's status ids by our status, if configured manually; the others are matched by name. */
  readonly statusIds: Readonly<Partial<Record<string, number>>>;
  /** Whether an engaged lead with complete qualification data is converted automatically. */
  readonly autoConversion: boolean;
  readonly psa: { readonly customFieldsEnabled: boolean };
}

export interface SettingsPort {
  /** A snapshot, so that one piece of work uses the same settings throughout. */
  current(): Settings;
}

/** The names of the lists that every PSA should have; those of industries depend on the leads. */
export function staticListNames({
  listNames,
  sources,
}: Pick<Settings, 'listNames' | 'sources'>): readonly string[] {
  const { source, industry: _industry, ...names } = listNames;
  return [...Object.values(names), ...sources.map(({ label }) => source.replaceAll('<label>', () => label))];
}

export function possibleListNames(settings: Pick<Settings, 'listNames' | 'sources'>): readonly string[] {
  const { industry } = settings.listNames;
  return [
    ...staticListNames(settings),
    ...industries.map((name) => industry.replaceAll('<name>', () => name)),
  ];
}

/** All changes by operators, on top of the defaults; `version` counts the changes, starting at 0. */
export interface StoredConfig {
  readonly version: number;
  readonly changes: ConfigChange;
}

export interface ConfigStore {
  find(): Promise<StoredConfig>;
  /** With its audit entry. False, with nothing written, if `expected` is no longer current. */
  replace(expected: number, changes: ConfigChange, at: string, audit: AuditEntry): Promise<boolean>;
}

export function defaultSettings(defaultCountry: string): Settings {
  return {
    sources: defaultSources,
    leadsPerMinute: {},
    defaultCountry,
    listNames: defaultListNames,
    companyMatching: 'name',
    statusIds: {},
    autoConversion: false,
    psa: { customFieldsEnabled: true },
  };
}
