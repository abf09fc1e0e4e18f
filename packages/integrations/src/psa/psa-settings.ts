import type { Clock, Logger } from '@leadbridge/platform';
import type { PsaCallers } from '@leadbridge/usecases';
import type { Cluster, Redis } from 'ioredis';

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

export interface PsaClientSettings {
  /** The PSA's address, or that of its API: the API is below `/api`, the token service below `/auth`. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Sent to the token service of hosted instances. */
  readonly tenant?: string;
  /** For one whole call. */
  readonly timeoutSeconds: number;
  /**
   * How long the PSA may still process a write whose response was lost, until its searches show the result.
   */
  readonly settleSeconds: number;
  readonly redis: Redis | Cluster;
  /** Stored outside of Redis, so that it survives a loss of Redis's data. */
  readonly callers: PsaCallers;
  /** Prefix of the budget's keys; the same for all processes with one PSA. */
  readonly keyPrefix: string;
  /** Calls per window that the PSA allows. */
  readonly rateLimit: number;
  readonly rateWindowSeconds: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onCall?: (call: PsaCallRecord) => void;
}
