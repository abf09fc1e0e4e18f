import { defaultListNames, defaultSources } from '@leadbridge/domain';
import type { LeadSource, ListNames } from '@leadbridge/domain';

/** What operators may change while the service runs. */
export interface Settings {
  readonly sources: readonly LeadSource[];
  /** ISO 3166-1 alpha-2, for phone numbers without a country. */
  readonly defaultCountry: string;
  readonly listNames: ListNames;
  /** The PSA's status ids by our status, where they are set by hand; the others are found by name. */
  readonly statusIds: Readonly<Partial<Record<string, number>>>;
  /** A lead that reaches `engaged` with complete qualification data becomes a prospect by itself. */
  readonly autoConversion: boolean;
  readonly psa: { readonly customFieldsEnabled: boolean };
}

/** The settings in force. */
export interface SettingsPort {
  /** A snapshot: work that begins with one set of settings ends with it. */
  current(): Settings;
}

/** The settings that hold where nobody has changed any. */
export function defaultSettings(defaultCountry: string): Settings {
  return {
    sources: defaultSources,
    defaultCountry,
    listNames: defaultListNames,
    statusIds: {},
    autoConversion: false,
    psa: { customFieldsEnabled: true },
  };
}
