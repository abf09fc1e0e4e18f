import type { Clock, Logger } from '@leadbridge/platform';
import type { PsaCallers } from '@leadbridge/usecases';
import type { Cluster, Redis } from 'ioredis';

/** One HTTP exchange with the PSA, for metrics. `path` is a pattern such as `/Tickets/{id}`. */
export interface PsaCallRecord {
  readonly method: string;
  readonly path: string;
  /** Null where no answer came. */
  readonly status: number | null;
  readonly milliseconds: number;
}

/** The address of the PSA, and who the service is to it. */
export type PsaAccount = Pick<PsaClientSettings, 'url' | 'clientId' | 'clientSecret' | 'scope' | 'tenant'>;

export interface PsaClientSettings {
  /** The PSA's address, or that of its API: the API is below `/api`, the token service below `/auth`. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Named to the token service of hosted instances. */
  readonly tenant?: string;
  /** For one call, all in all. */
  readonly timeoutSeconds: number;
  /** How long the PSA may still be at work on a write whose answer was lost, and until its searches show it. */
  readonly settleSeconds: number;
  readonly redis: Redis | Cluster;
  /** Kept where a Redis that loses its data does not lose it. */
  readonly callers: PsaCallers;
  /** Begins the names of the budget's keys; all processes on one PSA use the same. */
  readonly keyPrefix: string;
  /** Calls per window that the PSA allows. */
  readonly rateLimit: number;
  readonly rateWindowSeconds: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onCall?: (call: PsaCallRecord) => void;
}
