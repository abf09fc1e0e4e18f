import type { Clock } from '@leadbridge/platform';

import type { Erasure, ErasureStore, QueueTraces } from '../ports/erasure.js';
import type { Job } from '../ports/jobs.js';
import type { Settings } from '../ports/settings.js';

export interface ErasureDependencies {
  readonly store: ErasureStore;
  readonly queues: QueueTraces;
  readonly settings: () => Pick<Settings, 'sources' | 'defaultCountry'>;
  /** Opens an answer that is kept for a repetition of its request; null for what no key opens. */
  readonly openAnswer: (id: string, sealed: Buffer) => string | null;
  readonly clock: Clock;
}

/** What each stage is given. */
export interface ErasureContext extends ErasureDependencies {
  readonly job: Job<'erasure'>;
  /** Of the claim on the erasure itself. */
  readonly fence: number;
  /** Throws `StaleClaimError` when the erasure has become another worker's. */
  readonly assertHeld: () => Promise<void>;
}

/** What a stage came to: the erasure behind it; or when it is to be continued (Unix milliseconds), as other work has to end first. */
export type StageResult =
  | { readonly kind: 'next'; readonly erasure: Erasure }
  | { readonly kind: 'waits'; readonly until: number }
  /** Another record of the person has come since they were searched for. */
  | { readonly kind: 'search' };
