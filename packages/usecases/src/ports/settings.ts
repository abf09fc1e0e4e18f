import type { ConfigChange } from '@leadbridge/contracts';
import { defaultListNames, defaultSources } from '@leadbridge/domain';
import type { LeadSource, ListNames } from '@leadbridge/domain';

import type { AuditEntry } from './audit.js';

/** What operators may change while the service runs. */
export interface Settings {
  readonly sources: readonly LeadSource[];
  /** By the source's name: leads a minute that one of its bulk imports may reach; 0, or no entry, for no such limit. */
  readonly leadsPerMinute: Readonly<Record<string, number>>;
  /** ISO 3166-1 alpha-2, for phone numbers without a country code, of leads that name no country of their own. */
  readonly defaultCountry: string;
  readonly listNames: ListNames;
  /** The PSA's status ids by our status, where they are set by hand; the others are found by name. */
  readonly statusIds: Readonly<Partial<Record<string, number>>>;
  /** A lead that reaches `engaged` with complete qualification data becomes a prospect by itself. */
  readonly autoConversion: boolean;
  readonly psa: { readonly customFieldsEnabled: boolean };
}

/** The current settings. */
export interface SettingsPort {
  /** A snapshot: work that begins with one set of settings ends with it. */
  current(): Settings;
}

/** The names of all lists that can be told beforehand: those of industries come with the leads. */
export function staticListNames({
  listNames,
  sources,
}: Pick<Settings, 'listNames' | 'sources'>): readonly string[] {
  const { source, industry: _industry, ...names } = listNames;
  return [...Object.values(names), ...sources.map(({ label }) => source.replaceAll('<label>', () => label))];
}

/** Everything that operators have changed, over the defaults; `version` counts the changes from 0. */
export interface StoredConfig {
  readonly version: number;
  readonly changes: ConfigChange;
}

/** Where the changes of all processes are kept. */
export interface ConfigStore {
  find(): Promise<StoredConfig>;
  /** Writes the next version and the audit entry together; false, and nothing written, where `expected` is no longer the version. */
  replace(expected: number, changes: ConfigChange, at: string, audit: AuditEntry): Promise<boolean>;
}

/** The settings that hold where nobody has changed any. */
export function defaultSettings(defaultCountry: string): Settings {
  return {
    sources: defaultSources,
    leadsPerMinute: {},
    defaultCountry,
    listNames: defaultListNames,
    statusIds: {},
    autoConversion: false,
    psa: { customFieldsEnabled: true },
  };
}
