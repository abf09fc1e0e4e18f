import type {
  ConfigChange,
  ListNamesConfig,
  ProviderConfig,
  ServiceConfig,
  ValidationFault,
} from '@leadbridge/contracts';
import { providerKinds } from '@leadbridge/contracts';
import { defaultSources, PSA_STATUS_IDS, type LeadSource, type ListNames } from '@leadbridge/domain';

import { defaultSettings, type Settings } from '../ports/settings.js';

/** Sources without a provider: always present, and read only in the flat format. */
const ownSources = defaultSources.filter(({ kind }) => kind === 'flat');

function defaultConfig(defaultCountry: string): ServiceConfig {
  const { listNames, autoConversion, psa, companyMatching } = defaultSettings(defaultCountry);
  return {
    psa: { custom_fields_enabled: psa.customFieldsEnabled },
    providers: Object.fromEntries(
      defaultSources.flatMap(({ name, kind, label, aliases, enabled }) =>
        kind === 'flat' ? [] : [[name, { enabled, rate_limit: 0, label, former_labels: [], aliases, kind }]],
      ),
    ),
    workflow: { auto_conversion: autoConversion },
    lists: listNamesConfig(listNames),
    status_ids: {},
    default_country: defaultCountry,
    company_matching: companyMatching,
  };
}

/** Objects are merged, everything else is replaced. */
export function mergeConfig<T extends ConfigChange>(base: T, change: ConfigChange): T {
  return mergeTrees(base, change) as T;
}

export function configInForce(changes: ConfigChange, defaultCountry: string): ServiceConfig {
  const config = mergeConfig(defaultConfig(defaultCountry), changes);
  const statusIds = Object.entries(config.status_ids).filter(([, id]) => id !== 0);
  const providers = Object.entries(config.providers).map(([name, provider]) => [
    name,
    // A provider that was stored before labels were remembered has none.
    { ...provider, former_labels: (provider as Partial<ProviderConfig>).former_labels ?? [] },
  ]);
  return {
    ...config,
    providers: Object.fromEntries(providers) as ServiceConfig['providers'],
    status_ids: Object.fromEntries(statusIds),
  };
}

/** What is wrong with a configuration as a whole, although each of its parts is valid. */
export function configFaults(config: ServiceConfig): ValidationFault[] {
  const incomplete = Object.entries(config.providers)
    .filter(([, { kind }]) => kind === undefined)
    .map(([name]) => ({
      field: `providers.${name}.kind`,
      value: null,
      message: `There is no provider ${name}: a new one needs a kind (${providerKinds.join(', ')})`,
    }));
  return incomplete.length > 0 ? incomplete : [...nameFaults(config), ...statusFaults(config)];
}

export function settingsOf(config: ServiceConfig): Settings {
  return {
    sources: sourcesOf(config),
    leadsPerMinute: Object.fromEntries(
      Object.entries(config.providers).map(([name, { rate_limit: rate }]) => [name, rate]),
    ),
    defaultCountry: config.default_country,
    companyMatching: config.company_matching,
    listNames: listNames(config.lists),
    statusIds: config.status_ids,
    autoConversion: config.workflow.auto_conversion,
    psa: { customFieldsEnabled: config.psa.custom_fields_enabled },
  };
}

/** Completes a new provider, which only needs a name and a kind. */
export function completeProviders(change: ConfigChange, known: ServiceConfig['providers']): ConfigChange {
  const providers = Object.entries(change.providers ?? {}).map(
    ([name, provider]): [string, typeof provider] => [
      name,
      knownProvider(known, name) === undefined && provider !== undefined
        ? { enabled: true, rate_limit: 0, label: name, former_labels: [], aliases: [], ...provider }
        : provider,
    ],
  );
  return change.providers === undefined ? change : { ...change, providers: Object.fromEntries(providers) };
}

/** Own keys only: a provider may be called `constructor`. */
function knownProvider(providers: ServiceConfig['providers'], name: string): ProviderConfig | undefined {
  return Object.hasOwn(providers, name) ? providers[name] : undefined;
}

/**
 * Remembers each label that a change replaces, even if the change contains its own list: tickets carry the
 * old label, and an opt-out on one of them must find its provider.
 */
export function keepFormerLabels(next: ConfigChange, before: ServiceConfig): ConfigChange {
  const providers = Object.entries(next.providers ?? {}).map(
    ([name, provider]): [string, typeof provider] => {
      const known = knownProvider(before.providers, name);
      if (known === undefined || provider === undefined) {
        return [name, provider];
      }
      const label = provider.label ?? known.label;
      const former = [...(provider.former_labels ?? known.former_labels), known.label];
      const labels = [...new Map(former.map((text) => [labelKey(text), text])).values()];
      return [
        name,
        { ...provider, former_labels: labels.filter((text) => labelKey(text) !== labelKey(label)) },
      ];
    },
  );
  return next.providers === undefined ? next : { ...next, providers: Object.fromEntries(providers) };
}

function sourcesOf(config: ServiceConfig): LeadSource[] {
  const providers = Object.entries(config.providers).map(
    ([name, { kind, label, former_labels: formerLabels, aliases, enabled }]: [string, ProviderConfig]) => ({
      name,
      kind,
      label,
      formerLabels,
      aliases,
      enabled,
    }),
  );
  return [...providers, ...ownSources];
}

/** If two sources shared a name, alias or label, the origin of a lead would be ambiguous. */
function nameFaults(config: ServiceConfig): ValidationFault[] {
  const faults: ValidationFault[] = [];
  const owners = new Map<string, string>();
  const sources = sourcesOf(config);
  const claim = (text: string, owner: string, field: string): void => {
    const key = labelKey(text);
    const other = owners.get(key) ?? owner;
    owners.set(key, other);
    if (other !== owner) {
      faults.push({ field, value: text, message: `${field} is used by ${other} already` });
    }
  };
  for (const { name } of ownSources) {
    if (Object.hasOwn(config.providers, name)) {
      const message = `${name} is a source of its own, and no provider`;
      faults.push({ field: `providers.${name}`, value: null, message });
    }
  }
  for (const { name } of sources) {
    claim(name, name, `providers.${name}`);
  }
  for (const { name, label, aliases } of sources) {
    claim(label, name, `providers.${name}.label`);
    aliases.forEach((alias, index) => claim(alias, name, `providers.${name}.aliases.${index}`));
  }
  for (const [name, { former_labels: formerLabels }] of Object.entries(config.providers)) {
    formerLabels.forEach((text, index) => claim(text, name, `providers.${name}.former_labels.${index}`));
  }
  return faults;
}

function labelKey(text: string): string {
  return text.trim().toLowerCase();
}

/** A status mapped to two of ours would be ambiguous when read; built-in mappings count too. */
function statusFaults({ status_ids: ids }: ServiceConfig): ValidationFault[] {
  const unset = Object.entries(PSA_STATUS_IDS).filter(([status]) => !Object.hasOwn(ids, status));
  const owners = new Map(unset.map(([status, id]) => [id, status]));
  return Object.entries(ids).flatMap(([status, id]) => {
    const other = owners.get(id);
    owners.set(id, other ?? status);
    return other === undefined
      ? []
      : [{ field: `status_ids.${status}`, value: id, message: `status_ids.${status} is the id of ${other}` }];
  });
}

function listNamesConfig(names: ListNames): ListNamesConfig {
  const { midMarket, smallBusiness, doNotContact, ...same } = names;
  return { ...same, mid_market: midMarket, small_business: smallBusiness, do_not_contact: doNotContact };
}

function listNames(lists: ListNamesConfig): ListNames {
  const {
    mid_market: midMarket,
    small_business: smallBusiness,
    do_not_contact: doNotContact,
    ...same
  } = lists;
  return { ...same, midMarket, smallBusiness, doNotContact };
}

export type Tree = Readonly<Record<string, unknown>>;

function mergeTrees(base: Tree, change: Tree): Tree {
  const merged = Object.entries(change).map(([key, value]): [string, unknown] => {
    const before = base[key];
    return [key, isTree(before) && isTree(value) ? mergeTrees(before, value) : value];
  });
  return { ...base, ...Object.fromEntries(merged) };
}

/** Whether a value consists of named parts; a list counts as a single value. */
export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
