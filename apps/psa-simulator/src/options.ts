import type { Logger } from '@leadbridge/platform';

import type { Dialect, HaloQuirks } from './switches.js';
import type { NotificationSettings } from './notifications/notifier.js';
import { psaKinds, type PsaKind } from './psa-kinds.js';
import type { SuppressionKeys } from './suppression-lists/suppression-lists.js';

/** The API that a simulator speaks: the specification's, or that of HaloPSA. */
export type PsaDialect = (typeof psaDialects)[number];
export const psaDialects = ['spec', 'halopsa'] as const;

export interface PsaSimulatorOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** `spec` by default. What it holds is the same in both. */
  readonly psaDialect?: PsaDialect;
  /** What differs from the usual HaloPSA. */
  readonly haloQuirks?: Partial<HaloQuirks>;
  /** Incidents of a service desk that stand in a HaloPSA from the beginning, and after a reset. */
  readonly foreignIncidents?: number;
  /** Requests in a rolling window; 500 in 300 seconds by default, with HaloPSA 700; 0 lifts the limit. */
  readonly rateLimit?: number;
  readonly rateWindowSeconds?: number;
  /** The kind of PSA that it is at first, and after a reset; the usual one by default. */
  readonly kind?: PsaKind['name'];
  /** What differs from the dialect of its kind. */
  readonly dialect?: Partial<Dialect>;
  readonly notifications?: NotificationSettings;
  /** What `POST /suppression-list/{provider}` takes as the bearer key of each provider. */
  readonly suppressionKeys?: SuppressionKeys;
  /** Keeps the state in this file between starts. */
  readonly stateFile?: string | undefined;
  /** The seed of everything random. */
  readonly randomSeed?: number;
  readonly logger?: Logger;
}

export const defaultOptions = {
  port: 0,
  host: '127.0.0.1',
  clientId: 'leadbridge',
  clientSecret: 'leadbridge-simulator-secret',
  psaDialect: 'spec' as PsaDialect,
  foreignIncidents: 0,
  rateLimit: 500,
  rateWindowSeconds: 300,
  kind: psaKinds.usual.name,
  suppressionKeys: {
    provider_a: 'simulated-key-of-provider-a',
    provider_b: 'simulated-key-of-provider-b',
    provider_c: 'simulated-key-of-provider-c',
  },
  randomSeed: 1,
} satisfies PsaSimulatorOptions;

/** Requests in a rolling window of a HaloPSA, where no other number is given. */
export const haloRateLimit = 700;
