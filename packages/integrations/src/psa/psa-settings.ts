import type { PsaCallers } from '@leadbridge/usecases';

import type { PsaBudgetSettings } from './budget-settings.js';

/** One HTTP exchange with the PSA, for metrics. `path` is a pattern such as `/Tickets/{id}`. */
export interface PsaCallRecord {
  readonly method: string;
  readonly path: string;
  /** Null if no response arrived. */
  readonly status: number | null;
  readonly milliseconds: number;
}

/** The address and credentials of the PSA. */
export type PsaAccount = Pick<PsaClientSettings, 'url' | 'clientId' | 'clientSecret' | 'scope' | 'tenant'>;

export interface PsaClientSettings extends Omit<PsaBudgetSettings, 'callers' | 'callMilliseconds'> {
  /** The PSA's address, or that of its API: the API is below `/api`, the token service below `/auth`. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Sent to the token service of hosted instances. */
  readonly tenant?: string;
  readonly timeoutSeconds: number;
  /** How long the PSA may still process a write whose response was lost. */
  readonly settleSeconds: number;
  /** Stored outside of Redis, so that it survives a loss of Redis's data. */
  readonly callers: PsaCallers;
  readonly onCall?: (call: PsaCallRecord) => void;
}
