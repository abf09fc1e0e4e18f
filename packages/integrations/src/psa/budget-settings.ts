import type { Clock, Logger } from '@leadbridge/platform';
import type { PsaCallers } from '@leadbridge/usecases';
import type { Cluster, Redis } from 'ioredis';

export interface PsaBudgetSettings {
  readonly redis: Redis | Cluster;
  /** Prefix of all keys; the same for all processes with one PSA. */
  readonly keyPrefix: string;
  /** Calls per window that the PSA allows. */
  readonly rateLimit: number;
  readonly rateWindowSeconds: number;
  /** Null for a process that makes no calls. */
  readonly callers: PsaCallers | null;
  /** The maximum duration of one call. */
  readonly callMilliseconds: number;
  readonly clock: Clock;
  readonly logger: Logger;
}
