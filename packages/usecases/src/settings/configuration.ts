import type {
  ChangeConfigBody,
  ConfigChange,
  ConfigView,
  ErrorReason,
  ServiceConfig,
} from '@leadbridge/contracts';
import { validationDetails } from '@leadbridge/contracts';
import { AppError, isoTime, type Clock } from '@leadbridge/platform';

import type { AuditEntry, AuditOrigin } from '../ports/audit.js';
import type { ConfigStore } from '../ports/settings.js';
import {
  completeProviders,
  configFaults,
  configInForce,
  isTree,
  keepFormerLabels,
  mergeConfig,
} from './service-config.js';

export interface ConfigurationDependencies {
  readonly store: ConfigStore;
  readonly clock: Clock;
  /** Shown, but never changed over the API, because the PSA's credentials are sent to this address. */
  readonly psaUrl: string;
  readonly defaultCountry: string;
  /** Called after a change, so that it takes effect in this process immediately. */
  readonly changed: () => Promise<void>;
}

export interface VersionedConfig {
  readonly version: number;
  readonly config: ConfigView;
}

export type Configuration = ReturnType<typeof createConfiguration>;

/** Concurrent changes without an expected version are retried. */
const attempts = 10;

export function createConfiguration(deps: ConfigurationDependencies) {
  const { store, clock, psaUrl, defaultCountry } = deps;
  const view = ({ psa, ...rest }: ServiceConfig): ConfigView => ({
    psa: { base_url: psaUrl, ...psa },
    ...rest,
  });

  return {
    async read(): Promise<VersionedConfig> {
      const { version, changes } = await store.find();
      return { version, config: view(configInForce(changes, defaultCountry)) };
    },

    /**
     * Merges a change into the configuration. A change without effect does not change the version.
     *
     * @param expected the acceptable current versions; null to change any version
     * @throws AppError VALIDATION_ERROR: 409 if another version is current, 400 for a configuration that is
     * invalid
     */
    async change(
      body: ChangeConfigBody,
      expected: readonly number[] | null,
      origin: AuditOrigin,
    ): Promise<VersionedConfig> {
      const wanted = withoutAddress(body, psaUrl);
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const { version, changes } = await store.find();
        if (expected !== null && !expected.includes(version)) {
          throw lostUpdate(version);
        }
        const before = configInForce(changes, defaultCountry);
        const merged = mergeConfig(changes, completeProviders(wanted, before.providers));
        const next = keepFormerLabels(merged, before);
        const after = configInForce(next, defaultCountry);
        rejectFaults(after);
        const differences = compare(before, after);
        if (Object.keys(differences).length === 0) {
          return { version, config: view(before) };
        }
        const audit: AuditEntry = {
          ...origin,
          action: 'config.changed',
          target: { type: 'config', id: 'config' },
          changes: differences,
        };
        if (await store.replace(version, next, isoTime(clock.now()), audit)) {
          await deps.changed();
          return { version: version + 1, config: view(after) };
        }
      }
      throw lostUpdate(null);
    },
  };
}

function withoutAddress({ psa, ...rest }: ChangeConfigBody, psaUrl: string): ConfigChange {
  if (psa === undefined) {
    return rest;
  }
  const { base_url: sent, ...others } = psa;
  if (sent !== undefined && withoutSlash(sent) !== withoutSlash(psaUrl)) {
    const message = 'psa.base_url is set by PSA_URL and cannot be changed here';
    throw new AppError('VALIDATION_ERROR', message, {
      details: validationDetails([{ field: 'psa.base_url', value: sent.slice(0, 200), message }]),
    });
  }
  return { ...rest, psa: others };
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/u, '');
}

function rejectFaults(config: ServiceConfig): void {
  const faults = configFaults(config);
  const [first] = faults;
  if (first !== undefined) {
    throw new AppError('VALIDATION_ERROR', first.message, { details: validationDetails(faults) });
  }
}

function lostUpdate(version: number | null): AppError {
  return new AppError('VALIDATION_ERROR', 'The configuration was changed by someone else; read it again', {
    status: 409,
    details: {
      reason: 'CONFIG_CHANGED' satisfies ErrorReason,
      ...(version === null ? {} : { field: 'If-Match', value: null, version }),
    },
  });
}

/** Every value that differs, by its dotted path. */
function compare(before: unknown, after: unknown, path = ''): Record<string, { from: unknown; to: unknown }> {
  if (isTree(before) && isTree(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return Object.assign(
      {},
      ...keys.map((key) => compare(before[key], after[key], path === '' ? key : `${path}.${key}`)),
    ) as Record<string, { from: unknown; to: unknown }>;
  }
  return JSON.stringify(before) === JSON.stringify(after)
    ? {}
    : { [path]: { from: before ?? null, to: after ?? null } };
}
