import type { Clock } from '@leadbridge/platform';

import type { Erasure, ErasureStore, QueueTraces } from '../ports/erasure.js';
import type { Job } from '../ports/jobs.js';
import type { Settings } from '../ports/settings.js';

export interface ErasureDependencies {
  readonly store: ErasureStore;
  readonly queues: QueueTraces;
  readonly settings: () => Pick<Settings, 'sources' | 'defaultCountry'>;
  /** Decrypts a response that is kept for repeated requests; null if no key opens it. */
  readonly openResponse: (id: string, sealed: Buffer) => string | null;
  readonly clock: Clock;
}

/** The context of each stage. */
export interface ErasureContext extends ErasureDependencies {
  readonly job: Job<'erasure'>;
  /** The fence of the claim on the erasure itself. */
  readonly fence: number;
  /** Throws `StaleClaimError` when another worker has taken over the erasure. */
  readonly assertHeld: () => Promise<void>;
}

/**
 * The result of a stage: the erasure at its next stage, or when to continue (Unix milliseconds), because
 * other work has to end first.
 */
export type StageResult =
  | { readonly kind: 'next'; readonly erasure: Erasure }
  | { readonly kind: 'waits'; readonly until: number }
  /** Another record of the person has been added since the search. */
  | { readonly kind: 'search' };
