import type { Clock } from '@leadbridge/platform';

import type { Erasure, ErasureStore, QueueTraces } from '../ports/erasure.js';
import type { Job } from '../ports/jobs.js';
import type { Settings } from '../ports/settings.js';
import type { JobOutcome } from '../work/job-outcome.js';

export interface ErasureDependencies {
  readonly store: ErasureStore;
  readonly queues: QueueTraces;
  readonly settings: () => Pick<Settings, 'sources' | 'defaultCountry'>;
  /** Decrypts a response that is kept for repeated requests; null if no key opens it. */
  readonly openResponse: (id: string, sealed: Buffer) => string | null;
  readonly clock: Clock;
}

export interface ErasureContext extends ErasureDependencies {
  readonly job: Job<'erasure'>;
  readonly fence: number;
  /** Throws `StaleClaimError` when another worker has taken over the erasure. */
  readonly assertHeld: () => Promise<void>;
}

export type StageResult =
  /** The erasure at its next stage; null if the person is to be searched for again. */
  { readonly erasure: Erasure | null } | { readonly outcome: JobOutcome };
